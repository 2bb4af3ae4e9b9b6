import { describe, expect, it } from 'vitest'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import type { Account } from '#tools/demo/account.ts'
import { describeLong, itLong } from '#tools/testing/long-tests.ts'
import { planner, travelTo, type Planner } from '#tools/testing/planner.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { finishSetups, advanceSetup, nextSetupStatus } from './setup-steps.ts'
import type { SetupFacts } from './setup-steps.store.ts'

const server = await testServer()
const { deps } = server
await travelTo(server, '2027-01-18T02:00:00Z')

const unfinished: Account = {
  setupStatus: 'SetUpPaymentSchedule',
  isSetupIncomplete: true,
  checksSetupStatus: true,
  status: 'Inactive',
  plans: [],
  sources: [],
}

const done: SetupFacts = {
  setupStatus: 'SetUpPaymentSchedule',
  isSetupIncomplete: true,
  productType: 'PayPlus',
  hasPlan: true,
  hasSource: true,
  hasPassedIdentityCheck: true,
  isIdentityInReview: false,
  isPlanInReview: false,
}

describe('The next step', () => {
  it.each<[string, Partial<SetupFacts>, AccountSetupStatus]>([
    ['is the schedule first', { hasPlan: false, hasSource: false }, 'SetUpPaymentSchedule'],
    ['is the schedule where a method came before it', { hasPlan: false }, 'SetUpPaymentSchedule'],
    ['is the payment method then', { hasSource: false, hasPassedIdentityCheck: false }, 'AddPaymentMethod'],
    [
      'is the payment method even while staff look at the plan',
      { hasSource: false, isPlanInReview: true },
      'AddPaymentMethod',
    ],
    ['is the identity then', { hasPassedIdentityCheck: false, isPlanInReview: true }, 'VerifyYourIdentity'],
    [
      'is to wait while staff look at a document',
      { hasPassedIdentityCheck: false, isIdentityInReview: true },
      'ManualReview',
    ],
    ['is to wait while staff look at the plan', { isPlanInReview: true }, 'ManualReview'],
    ['is none when all is done', {}, 'StepsCompleted'],
    [
      'is never the schedule for those who pay as they go',
      { productType: 'Pay', hasPlan: false, hasSource: false },
      'AddPaymentMethod',
    ],
    [
      'is never the identity where nothing is paid ahead',
      { productType: 'Pay', hasPassedIdentityCheck: false },
      'StepsCompleted',
    ],
    [
      'is the identity for those who pay over a longer time',
      { productType: 'Extend', hasPlan: false, hasPassedIdentityCheck: false },
      'VerifyYourIdentity',
    ],
    [
      'stays what it is once the account is set up',
      { setupStatus: 'StepsCompleted', isSetupIncomplete: false, hasSource: false },
      'StepsCompleted',
    ],
    [
      'stays none for ever',
      { setupStatus: 'NoFurtherSteps', isSetupIncomplete: false, hasPlan: false },
      'NoFurtherSteps',
    ],
  ])('%s', (_, facts, status) => {
    expect(nextSetupStatus({ ...done, ...facts })).toBe(status)
  })
})

async function passIdentityCheck({ accountId }: Planner) {
  await deps.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into identity_check (account_id, id, document_type, manner, outcome, created_at, decided_at)
      values (${accountId}, gen_random_uuid(), 'Passport', 'Automatic', 'Pass', ${deps.clock()}, ${deps.clock()})`)
    await advanceSetup(tx, deps, accountId)
  })
}

const accountOf = ({ accountId }: Planner) =>
  deps.db.first<{ status: string; isIncomplete: boolean }>(sql`
    select status, is_setup_incomplete as "isIncomplete" from account where id = ${accountId}`)

describe('Setting up an account', () => {
  it('goes from the schedule to the method to the identity, and then it is active', async () => {
    const parent = await planner(server, unfinished)
    const tasks = async () => {
      const { body } = await server.call('GET /api/portal/customer/accounts', { token: parent.token })
      return body[0].config.accountSetupTasks
    }
    expect(await tasks()).toEqual({ hasSavedEstimate: false, hasRepaymentSource: false })
    const { body: plan } = await parent.save({})
    expect(await parent.setupStatus()).toBe('AddPaymentMethod')
    expect(await tasks()).toEqual({ hasSavedEstimate: true, hasRepaymentSource: false })
    await parent.post('repayment-sources', { bpay: true })
    expect(await parent.setupStatus()).toBe('VerifyYourIdentity')
    expect(await tasks()).toEqual({ hasSavedEstimate: true, hasRepaymentSource: true })
    expect(await accountOf(parent)).toEqual({ status: 'Inactive', isIncomplete: true })
    await passIdentityCheck(parent)
    expect(await parent.setupStatus()).toBe('StepsCompleted')
    expect(await accountOf(parent)).toEqual({ status: 'Active', isIncomplete: false })

    const letters = await deps.db.many(sql`
      select facts from outbox_message where recipient = ${parent.email} and kind = 'AccountActive'`)
    const amount = Math.round(plan.periodicAmount * 100)
    expect(letters).toMatchObject([{ facts: { firstCollection: { amount, on: '2027-02-05' } } }])
    const actions = await deps.db.many<{ action: string }>(sql`
      select action from audit_event where subject_id = ${parent.accountId} order by at, id`)
    expect(actions.map(({ action }) => action)).toEqual(['PlanSaved', 'SourceAdded', 'AccountActivated'])
    // Saving a plan again, or losing a card later, does not return an account to an earlier step.
    await parent.save({ repaymentCount: 8 })
    expect(await parent.setupStatus()).toBe('StepsCompleted')
  })

  itLong('lets a plan be made where only the set-up opens the page', async () => {
    const parent = await planner(server, { ...unfinished, allowsScheduleUpdates: false })
    expect((await parent.save({})).status).toBe(200)
    expect(await parent.save({ repaymentCount: 5 })).toMatchObject({ status: 403 })
  })
})

describeLong('A family that takes its time', () => {
  it('chooses another first day when the one it chose has passed', async () => {
    const parent = await planner(server, unfinished)
    await parent.save({ startDate: '2027-01-22', repaymentCount: 5 })
    await passIdentityCheck(parent)
    expect(await parent.setupStatus()).toBe('AddPaymentMethod')
    await travelTo(server, '2027-01-22T02:00:00Z')
    await parent.logInAgain()
    await parent.post('repayment-sources', { bpay: true })
    expect(await parent.setupStatus()).toBe('SetUpPaymentSchedule')
    expect(await accountOf(parent)).toEqual({ status: 'Inactive', isIncomplete: true })
    expect((await parent.save({ startDate: '2027-02-05', repaymentCount: 5, version: 1 })).status).toBe(200)
    expect(await parent.setupStatus()).toBe('StepsCompleted')
    expect((await parent.instalments()).map(({ due }) => due)[0]).toBe('2027-02-05')
  })
})

describeLong('Congratulations', () => {
  const finished: Account = { setupStatus: 'StepsCompleted', checksSetupStatus: true }
  const completedAt = ({ accountId }: Planner, at: string) =>
    deps.db.run(sql`update account set setup_completed_at = ${at} where id = ${accountId}`)

  it('last seven days, or to the first payment', async () => {
    await travelTo(server, '2027-02-01T02:00:00Z')
    const waiting = await planner(server, { ...finished, plans: [] })
    await waiting.save({ startDate: '2027-03-01' })
    const paying = await planner(server, { ...finished, plans: [] })
    await paying.save({ startDate: '2027-02-03' })
    for (const parent of [waiting, paying]) await completedAt(parent, '2027-02-01T02:00:00Z')
    const states = () => Promise.all([waiting.setupStatus(), paying.setupStatus()])

    await travelTo(server, '2027-02-02T12:59:00Z')
    for (const parent of [waiting, paying]) await parent.logInAgain()
    await finishSetups(deps)
    expect(await states()).toEqual(['StepsCompleted', 'StepsCompleted'])
    await travelTo(server, '2027-02-02T13:01:00Z')
    expect(await finishSetups(deps)).toBe(1)
    expect(await states()).toEqual(['StepsCompleted', 'NoFurtherSteps'])
    await travelTo(server, '2027-02-08T02:00:10Z')
    await waiting.logInAgain()
    expect(await finishSetups(deps)).toBeGreaterThan(0)
    expect(await waiting.setupStatus()).toBe('NoFurtherSteps')
    expect(await finishSetups(deps)).toBe(0)
  })
})
