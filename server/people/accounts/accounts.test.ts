import { describe, expect, it } from 'vitest'
import { account as accountSchema, type Account as AccountReply } from '#contract/accounts.ts'
import { productName, productTypes } from '#domain/accounts.ts'
import type { Account } from '#tools/demo/account.ts'
import { addFamily } from '#tools/testing/family.ts'
import { firstOf } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { call, deps } = server

let count = 0
async function accountsOf(accounts: Account[]) {
  count += 1
  const email = `family${count}@demo.example`
  const mobile = `+61491571${String(100 + count)}`
  const family = await addFamily(server, { email, mobile, accounts })
  const token = await server.logIn(email, mobile)
  const { body } = await call('GET /api/portal/customer/accounts/', { token })
  return { ...family, token, list: body as AccountReply[] }
}

describe('The list of accounts', () => {
  it('has every account of the customer and no other, with every field of the contract', async () => {
    await accountsOf([{}])
    const { list, accounts } = await accountsOf([
      { school: 'Wattle Grove College' },
      { school: 'Banksia Grammar' },
    ])
    expect(list.map(({ accountId }) => accountId).toSorted()).toEqual(accounts.map(({ id }) => id).toSorted())
    for (const each of list) expect(accountSchema.parse(each)).toEqual(each)
  })

  it('is empty for a customer without accounts', async () => {
    const email = 'empty@demo.example'
    const { accountId, customerId } = await addFamily(server, { email, mobile: '+61491571099' })
    await deps.db.run(
      sql`delete from account_member where account_id = ${accountId} and customer_id = ${customerId}`,
    )
    const token = await server.logIn(email, '+61491571099')
    expect((await call('GET /api/portal/customer/accounts', { token })).body).toEqual([])
  })

  itLong('names each product as customers read it', async () => {
    const { list } = await accountsOf(productTypes.map((productType) => ({ productType })))
    expect(list.map(({ productType }) => productType).toSorted()).toEqual([...productTypes].toSorted())
    for (const { productType, product } of list) expect(product).toBe(productName(productType))
  })

  it('shows the next and the last payment from the rows', async () => {
    const { list, accountId } = await accountsOf([{}])
    const row = await deps.db.first<{ due: number; on: string; paid: number; day: string }>(sql`
      select amount_minor as due, collect_on as on,
        (select amount_minor from payment where account_id = ${accountId} and status = 'Succeeded' order by paid_on desc limit 1) as paid,
        (select paid_on from payment where account_id = ${accountId} and status = 'Succeeded' order by paid_on desc limit 1) as day
      from instalment where account_id = ${accountId} and status = 'Scheduled' order by collect_on limit 1`)
    expect(list[0]).toMatchObject({
      nextRepayment: { amount: row!.due / 100, date: row!.on },
      nextRepaymentDate: row!.on,
      lastRepayment: { amount: row!.paid / 100, date: row!.day },
    })
  })
})

describe('What an account allows', () => {
  it.each<[string, Account, object]>(
    firstOf(4, [
      [
        'is set up',
        {},
        { isSetupIncomplete: false, shouldCheckAccountSetupStatus: false, canEditOrAddAccountPlan: true },
      ],
      [
        'is being set up',
        { isSetupIncomplete: true, checksSetupStatus: true },
        { isSetupIncomplete: true, shouldCheckAccountSetupStatus: true },
      ],
      [
        'has no plan',
        { plans: [] },
        {
          customerCanUpdateSchedule: false,
          accountSetupTasks: { hasSavedEstimate: false, hasRepaymentSource: true },
        },
      ],
      [
        'has no payment method',
        { sources: [] },
        { accountSetupTasks: { hasSavedEstimate: true, hasRepaymentSource: false } },
      ],
      ['waits for staff', { canEditOrAddPlan: false }, { canEditOrAddAccountPlan: false }],
      ['may not change its plan', { allowsScheduleUpdates: false }, { allowPaymentScheduleUpdates: false }],
      ['may not change its methods', { allowsSourceUpdates: false }, { allowRepaymentSourceUpdates: false }],
      [
        'has its own list of methods',
        { regionalMethods: ['PaymentCard'], portalMethods: ['PaymentCard'] },
        {
          allowedRegionalPaymentMethods: ['PaymentCard'],
          allowedCustomerPortalRepaymentMethods: ['PaymentCard'],
        },
      ],
      [
        'belongs to a school that reviews plans',
        { school: 'Redgum Academy' },
        { schoolRequiresManualReview: true },
      ],
      [
        'belongs to a school that fixes its fees',
        { school: 'Ironbark College' },
        { allowFeeVarianceUpdates: false, allowOutstandingFeeUpdates: false },
      ],
      [
        'is switching to instalments',
        { productChange: { status: 'Processing' } },
        { productChange: { status: 'Processing', frequency: null } },
      ],
      [
        'is British',
        { school: 'Oakfield School' },
        { allowFeeVarianceUpdates: false, allowOutstandingFeeUpdates: false },
      ],
    ]),
  )('when it %s', async (_, account, config) => {
    const { list } = await accountsOf([account])
    expect(list[0]?.config).toMatchObject(config)
  })

  itLong('offers next year unless the school has no fees for it', async () => {
    const { list } = await accountsOf([{ school: 'Banksia Grammar' }, {}])
    const offersNextYear = list.map(({ institutionName, config }) => [
      institutionName,
      config.planYearOptions.some(({ tuitionYear }) => tuitionYear === config.year + 1),
    ])
    expect(offersNextYear).toEqual([
      ['Banksia Grammar', false],
      ['Wattle Grove College', true],
    ])
  })
})

describe('The setup status', () => {
  it.each(
    firstOf(1, [
      'SetUpPaymentSchedule',
      'AddPaymentMethod',
      'VerifyYourIdentity',
      'ManualReview',
      'StepsCompleted',
      'NoFurtherSteps',
    ] as const),
  )('%s is told', async (setupStatus) => {
    const { token, accountId } = await accountsOf([{ setupStatus }])
    const { body } = await call(`GET /api/portal/customer/account/${accountId}/account-setup-status`, {
      token,
    })
    expect(body).toEqual({ accountSetupStatus: setupStatus })
  })
})
