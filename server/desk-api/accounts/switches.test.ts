import { describe, expect, it } from 'vitest'
import { productTypes } from '#domain/accounts.ts'
import { productChangeStatuses, type ProductChangeStatus } from '#domain/switch-account.ts'
import type { Account } from '#tools/demo/account.ts'
import { insertStaff } from '#tools/demo/staff.ts'
import { firstOf } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { planner, travelTo, type Planner } from '#tools/testing/planner.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { clearSwitches } from '../../plans/switch-account/product-change.ts'

const server = await testServer()
const { deps, call } = server
const { db } = deps
await travelTo(server, '2027-01-18T02:00:00Z')
await insertStaff(db, deps.clock())
const staff = await addStaff(server, 'operations')

const paying: Account = { productType: 'Pay', plans: [] }
const at = (status: ProductChangeStatus, more: Account = {}): Account => ({
  ...paying,
  productChange: { status },
  ...more,
})

type Step = 'invite' | 'withdraw' | 'complete'
const step = ({ accountId }: { accountId: string }, name: Step, token = staff.token) =>
  call(`POST /api/staff/accounts/${accountId}/switch/${name}`, {
    token,
    body: { reason: 'As agreed by phone' },
  })
const codes = (replies: { status: number }[]) => replies.map(({ status }) => status).toSorted()
const refused = { status: 409, body: { code: 'not_possible' } }

const changeOf = ({ accountId }: Planner) =>
  db.first(sql`
    select status, frequency, from_product_type as "from", to_product_type as "to", invited_by as "invitedBy"
    from product_change where account_id = ${accountId}`)
const accountOf = ({ accountId }: Planner) =>
  db.first(sql`
    select product_type as "productType", setup_status as "setupStatus", is_setup_incomplete as "isIncomplete",
      checks_setup_status as "isChecked", status from account where id = ${accountId}`)
const actionsOf = ({ accountId }: Planner) =>
  db.many(sql`
    select action, actor_id as by, details ->> 'reason' as reason from audit_event
    where subject_id = ${accountId} and action like 'Switch%' order by at, id`)
const lettersOf = async ({ accountId }: Planner, kind: string) => {
  const rows = await db.many<{ facts: { portalUrl: string; frequency: string | null } }>(sql`
    select facts from outbox_message where account_id = ${accountId} and kind = ${kind}`)
  return rows.map(({ facts }) => facts)
}
const queued = async ({ accountId }: Planner) => {
  const { body } = await call('GET /api/staff/queue?kind=Switch', { token: staff.token })
  return body.items.filter((item: { accountId: string }) => item.accountId === accountId)
}

async function give(parent: Planner) {
  const path = 'GET /api/portal/customer/product-switch/agreement?productType=PayPlus'
  const { body: words } = await call(path, { token: parent.token })
  return parent.post('customer-details', {
    birthDate: '1984-05-17',
    currentAddress: {
      streetNo: '14',
      street: 'Boundary Road',
      state: 'QLD',
      postcode: '4064',
      status: 'Current',
    },
    previousAddress: null,
    addressLessThanThreeYears: false,
    creditIdCheck: { agreement: true, agreementText: words.agreementText, type: 'CreditIdCheckConsent' },
  })
}

describe('An invitation', () => {
  it('says who sent it, and is sent once', async () => {
    const parent = await planner(server, paying)
    const sender = await addStaff(server, 'operations')
    const replies = await Promise.all([
      step(parent, 'invite', sender.token),
      step(parent, 'invite', sender.token),
    ])
    expect(codes(replies)).toEqual([200, 409])
    expect(await changeOf(parent)).toEqual({
      status: 'VerifyYourDetails',
      frequency: null,
      from: 'Pay',
      to: 'PayPlus',
      invitedBy: sender.staffId,
    })
    expect(await lettersOf(parent, 'SwitchInvite')).toHaveLength(1)
  })

  it.each<[string, Account]>(
    firstOf(3, [
      ['in the United Kingdom', { ...paying, school: 'Oakfield School' }],
      ['that are closed', { ...paying, status: 'Inactive' }],
      ...productTypes
        .filter((product) => product !== 'Pay')
        .map((productType): [string, Account] => [
          `of the product ${productType}`,
          { ...paying, productType },
        ]),
      ...productChangeStatuses.map((status): [string, Account] => [`whose change is ${status}`, at(status)]),
    ]),
  )('is not sent to accounts %s', async (_, account) => {
    const parent = await planner(server, account)
    const before = [await changeOf(parent), await actionsOf(parent)]
    expect(await step(parent, 'invite')).toMatchObject(refused)
    expect([await changeOf(parent), await actionsOf(parent)]).toEqual(before)
    expect(await lettersOf(parent, 'SwitchInvite')).toEqual([])
  })

  it('can be taken back while nobody has answered it, and be sent again', async () => {
    const parent = await planner(server, at('VerifyYourDetails'))
    expect(await step(parent, 'withdraw')).toMatchObject({ status: 200, body: { productChangeStatus: null } })
    expect(await changeOf(parent)).toBeUndefined()
    expect((await give(parent)).body.code).toBe('not_possible')
    expect(await step(parent, 'withdraw')).toMatchObject(refused)
    expect((await step(parent, 'invite')).status).toBe(200)
  })

  it('is either answered or taken back', async () => {
    const parent = await planner(server, at('VerifyYourDetails'))
    const [taken, given] = await Promise.all([step(parent, 'withdraw'), give(parent)])
    expect(codes([taken, given])).toEqual([200, 409])
    expect(await changeOf(parent)).toEqual(
      given.status === 200 ? expect.objectContaining({ status: 'Processing' }) : undefined,
    )
  })

  it.each(
    firstOf(
      1,
      productChangeStatuses.filter((status) => status !== 'VerifyYourDetails'),
    ),
  )('cannot be taken back once the change is %s', async (status) => {
    const parent = await planner(server, at(status))
    expect(await step(parent, 'withdraw')).toMatchObject(refused)
    expect(await changeOf(parent)).toMatchObject({ status })
  })
})

describe('Completing a change', () => {
  const waiting = { document: 'Passport' as const, manner: 'Manual' as const, outcome: null, daysAgo: 1 }

  it.each<[string, Account]>(
    firstOf(2, [
      ['nobody has begun', paying],
      ['waits for details', at('VerifyYourDetails')],
      ['waits for a document', at('VerifyYourIdentity')],
      ['is done', at('Completed')],
      ['belongs to a closed account', at('Processing', { status: 'Inactive' })],
      ['has a document that nobody has looked at', at('Processing', { identityChecks: [waiting] })],
    ]),
  )('is not possible for one that %s', async (_, account) => {
    const parent = await planner(server, account)
    expect(await step(parent, 'complete')).toMatchObject(refused)
    expect(await accountOf(parent)).toMatchObject({ productType: 'Pay', setupStatus: 'NoFurtherSteps' })
    expect(await queued(parent)).toEqual([])
  })

  it('happens once, no matter who presses', async () => {
    const parent = await planner(server, at('Processing'))
    const replies = await Promise.all(Array.from({ length: 5 }, () => step(parent, 'complete')))
    expect(codes(replies)).toEqual([200, 409, 409, 409, 409])
    expect(await lettersOf(parent, 'SwitchCompleted')).toHaveLength(1)
    expect(await actionsOf(parent)).toHaveLength(1)
  })

  itLong('asks for what is missing, after the plan', async () => {
    const parent = await planner(server, at('Processing', { sources: [] }))
    await db.run(sql`delete from identity_check where account_id = ${parent.accountId}`)
    await step(parent, 'complete')
    await parent.save({ startDate: '2027-03-05' })
    expect(await parent.setupStatus()).toBe('AddPaymentMethod')
    await parent.post('repayment-sources', { bpay: true })
    expect(await parent.setupStatus()).toBe('VerifyYourIdentity')
  })

  itLong('does not ask for a plan that is there', async () => {
    const parent = await planner(
      server,
      at('Processing', {
        plans: [{ status: 'Saved', year: 'Next', frequency: 'Month' }],
        identityChecks: [{ document: 'Passport', manner: 'Automatic', outcome: 'Pass', daysAgo: 1 }],
      }),
    )
    await step(parent, 'complete')
    expect(await accountOf(parent)).toMatchObject({ productType: 'PayPlus', setupStatus: 'StepsCompleted' })
    expect(await changeOf(parent)).toMatchObject({ status: 'Completed', frequency: 'Month' })
    expect(await lettersOf(parent, 'SwitchCompleted')).toMatchObject([{ frequency: 'Month' }])
  })
})

it('Nobody’s account has no change to begin, stop or finish', async () => {
  const nobody = { accountId: '00000000-0000-4000-8000-000000000000' }
  for (const name of ['invite', 'withdraw', 'complete'] as const)
    expect((await step(nobody, name)).status).toBe(404)
})

// Last of all: on this journey of the clock everybody's session ends.
describe('A change to instalments', () => {
  it('goes from the invitation to the plan, and is cleared when it has been told long enough', async () => {
    const parent = await planner(server, paying)
    const banner = async () => {
      const { body } = await call('GET /api/portal/customer/accounts', { token: parent.token })
      return body[0].config.productChange
    }
    expect(await banner()).toBeNull()
    expect(await step(parent, 'invite')).toMatchObject({ body: { productChangeStatus: 'VerifyYourDetails' } })
    expect(await banner()).toEqual({ status: 'VerifyYourDetails', frequency: null })
    const invitation = await server.message(parent.email, 'email')
    expect(invitation.links).toContain(`${deps.config.portalOrigin}/switch-account`)
    expect(await queued(parent)).toEqual([])

    expect((await give(parent)).body).toEqual({ productChangeStatus: 'Processing' })
    expect(await queued(parent)).toMatchObject([
      { kind: 'Switch', id: parent.accountId, about: 'from Pay to PayPlus', amount: null },
    ])
    expect(await step(parent, 'complete')).toMatchObject({ body: { productChangeStatus: 'Completed' } })
    expect(await accountOf(parent)).toEqual({
      productType: 'PayPlus',
      setupStatus: 'SetUpPaymentSchedule',
      isIncomplete: true,
      isChecked: true,
      status: 'Active',
    })
    expect(await queued(parent)).toEqual([])
    expect(await lettersOf(parent, 'SwitchCompleted')).toMatchObject([
      { frequency: null, portalUrl: `${deps.config.portalOrigin}/payment-schedule` },
    ])

    // A method and a proof of identity are there: the plan is the only step.
    expect((await parent.save({})).status).toBe(200)
    expect(await parent.setupStatus()).toBe('StepsCompleted')
    expect(await banner()).toEqual({ status: 'Completed', frequency: 'Fortnight' })

    const reason = 'As agreed by phone'
    const actions = [
      { action: 'SwitchInvited', by: staff.staffId, reason },
      { action: 'SwitchConfirmed', by: parent.customerId, reason: null },
      { action: 'SwitchCompleted', by: staff.staffId, reason },
    ]
    expect(await actionsOf(parent)).toEqual(actions)
    await travelTo(server, '2027-02-17T01:50:00Z')
    await clearSwitches(deps)
    await parent.logInAgain()
    expect(await banner()).toEqual({ status: 'Completed', frequency: 'Fortnight' })
    await travelTo(server, '2027-02-17T02:10:00Z')
    expect(await clearSwitches(deps)).toBeGreaterThan(0)
    expect(await clearSwitches(deps)).toBe(0)
    expect(await banner()).toBeNull()
    expect(await actionsOf(parent)).toEqual([...actions, { action: 'SwitchCleared', by: null, reason: null }])
    expect(await accountOf(parent)).toMatchObject({ productType: 'PayPlus', status: 'Active' })
  })
})
