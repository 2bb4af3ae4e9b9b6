import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { productTypes, type ProductType } from '#domain/accounts.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { cents } from '#domain/money.ts'
import { visaDebit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { firstOf, isLong } from '#tools/testing/long.ts'
import { addPayer, expectSoundLedger } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff, approveAs } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { readBalance } from '../ledger/ledger.reads.ts'
import { remitToSchools } from '../remittances/remittances.ts'
import { readFreeCredit } from './free-credit.ts'

const server = await testServer()
const { deps } = server
const { goTo, run, today, addPlanFamily } = daysOf(server)

afterEach(() => expectSoundLedger(server))

const creditOf = (accountId: string) => readFreeCredit(deps.db, { accountId, now: deps.clock() })

/** What each book has got of what left the family's balance. */
async function passedOn(accountId: string): Promise<Record<string, number>> {
  const rows = await deps.db.many<{ book: string; amount: number }>(sql`
    select posting.book, sum(posting.amount_minor)::bigint as amount
    from ledger_entry entry join ledger_posting posting
      on posting.account_id = entry.account_id and posting.entry_id = entry.id
    where entry.account_id = ${accountId} and entry.kind = 'PaymentToSchool' and entry.cause_id is not null
    group by posting.book`)
  return Object.fromEntries(rows.map(({ book, amount }) => [book, amount]))
}

const begun = { plans: [{ status: 'Current' as const, starts: 12 }], sources: [visaDebit()] }

describe('An instalment that was collected', () => {
  const withPlans = productTypes.filter((type) => type !== 'Assessment' && type !== 'Go')
  it.each(isLong ? withPlans : withPlans.filter((type) => type === 'PlusFunded'))(
    'is never free credit (%s), and is passed on after three business days',
    async (type) => {
      const family = await addPlanFamily({ ...begun, productType: type })
      const { accountId, next } = family
      await family.comeToCollection()
      await run()
      expect(await family.now()).toMatchObject({ status: 'Paid' })
      const before = await readBalance(deps.db, accountId)
      expect(await creditOf(accountId)).toMatchObject({ balance: before, free: before - next.amount })
      await goTo(addBusinessDays(today('AU'), 3, calendars.AU), 'AU')
      expect((await creditOf(accountId)).free).toBe(before - next.amount)
      await remitToSchools(deps)
      await remitToSchools(deps)
      expect(await creditOf(accountId)).toMatchObject({
        balance: before - next.amount,
        spokenFor: [],
        free: before - next.amount,
      })
      const book: Partial<Record<ProductType, string>> = { PlusFunded: 'PaidAhead' }
      expect(await passedOn(accountId)).toEqual({
        Family: -next.amount,
        [book[type] ?? 'School']: next.amount,
      })
    },
  )
})

describe('Credit that lowers a plan', () => {
  const lowered = (productType: ProductType) =>
    addPlanFamily({
      productType,
      plans: [{ status: 'Saved', starts: 12, carriedOver: cents(-123_45) }],
      sources: [visaDebit()],
    })

  it.each(firstOf(1, ['PayPlus', 'PlusFunded'] as const))(
    'cannot be withdrawn as well (%s), and is passed on once',
    async (type) => {
      const family = await lowered(type)
      const { accountId, next } = family
      expect(await creditOf(accountId)).toMatchObject({
        balance: 123_45,
        plans: [{ amount: 123_45 }],
        free: 0,
      })
      await remitToSchools(deps)
      // The plan has not begun: it may still be changed, and the credit with it.
      expect(await readBalance(deps.db, accountId)).toBe(123_45)
      await family.comeToCollection()
      await run()
      await goTo(addBusinessDays(today('AU'), 3, calendars.AU), 'AU')
      await remitToSchools(deps)
      await remitToSchools(deps)
      expect(await creditOf(accountId)).toMatchObject({ balance: 0, plans: [], free: 0 })
      const sum = next.amount + 123_45
      expect(await passedOn(accountId)).toEqual({
        Family: -sum,
        [type === 'PlusFunded' ? 'PaidAhead' : 'School']: sum,
      })
    },
  )
})

describe('Credit that lowers a plan and is gone when the plan begins', () => {
  it('waits where staff look, and goes to the school by itself once it is back', async () => {
    const family = await addPlanFamily({
      plans: [{ status: 'Saved', starts: 12, carriedOver: cents(-123_45) }],
      sources: [visaDebit()],
    })
    const { accountId, next } = family
    // Two people may take out what a plan counts on.
    const adjust = async (amount: number, type: 'Credit' | 'Debit') => {
      const asked = await server.call(`POST /api/staff/accounts/${accountId}/adjustments`, {
        token: (await addStaff(server, 'operations')).token,
        body: { amount, type, description: 'Correction', reason: 'Found', clientRequestId: randomUUID() },
      })
      await approveAs(server, await addStaff(server, 'admin'), asked.body.approval ?? asked.body)
    }
    const waiting = async () => {
      const { token } = await addStaff(server, 'operations')
      const { body } = await server.call('GET /api/staff/queue?kind=PlanCredit', { token })
      return body.items.filter((item: { accountId: string }) => item.accountId === accountId)
    }
    await adjust(100, 'Debit')
    expect(await readBalance(deps.db, accountId)).toBe(23_45)
    expect(await waiting()).toEqual([])
    await family.comeToCollection()
    // What is collected is for the school: it does not stand in for the credit.
    await run()
    await remitToSchools(deps)
    expect(await waiting()).toMatchObject([
      {
        title: expect.stringContaining('Credit that lowers the plan'),
        amount: 123.45,
        opens: { page: 'plan' },
      },
    ])
    await goTo(addBusinessDays(today('AU'), 3, calendars.AU), 'AU')
    await remitToSchools(deps)
    expect(await passedOn(accountId)).toEqual({ Family: -next.amount, School: next.amount })
    expect(await waiting()).toHaveLength(1)
    await adjust(100, 'Credit')
    expect(await waiting()).toEqual([])
    await remitToSchools(deps)
    expect(await passedOn(accountId)).toMatchObject({ School: next.amount + 123_45 })
    expect(await waiting()).toEqual([])
  })
})

describe('Money that is taken out', () => {
  /** $500 that a family has paid for nothing in particular, where the school was paid ahead: free after three days. */
  async function familyWith500() {
    const payer = await addPayer(server, {
      productType: 'PlusFunded',
      plans: [],
      withdrawals: { bankAccounts: ['6789'] },
    })
    await payer.pay(500)
    await goTo(addBusinessDays(today('AU'), 3, calendars.AU), 'AU')
    await remitToSchools(deps)
    const { accountId } = payer
    expect((await creditOf(accountId)).free).toBe(500_00)
    const [payment] = await deps.db.many<{ id: string }>(sql`
      select id from payment where account_id = ${accountId}`)
    const [bank] = await deps.db.many<{ id: string }>(sql`
      select id from payout_bank_account where account_id = ${accountId}`)
    const token = await server.logIn(payer.email, payer.mobile)
    const { token: staff } = await addStaff(server, 'operations')
    return {
      accountId,
      pay: (amount: number) => payer.pay(amount, { token }),
      withdraw: (amount: number) =>
        server.call(`POST /api/portal/customer/account/${accountId}/withdrawal-requests`, {
          token,
          body: { bankAccountId: bank?.id, amount },
        }),
      refund: (amount: number) =>
        server.call(`POST /api/staff/payments/${payment?.id}/refunds`, {
          token: staff,
          body: { amount, reason: 'Asked for', clientRequestId: randomUUID() },
        }),
    }
  }

  it('cannot be refunded as well', async () => {
    const family = await familyWith500()
    expect((await family.withdraw(300)).status).toBe(200)
    expect((await family.refund(300)).body).toMatchObject({ refund: null, approval: { status: 'Open' } })
    expect((await family.refund(200)).status).toBe(200)
    expect(await creditOf(family.accountId)).toMatchObject({ balance: 0, free: 0 })
  })

  it('is taken once, of many who want all of it at once', async () => {
    const family = await familyWith500()
    const ways = [() => family.withdraw(500), () => family.refund(500), () => family.pay(10)]
    const asked = await Promise.all(
      Array.from({ length: isLong ? 20 : 6 }, async (_, index) => ({
        way: index % 3,
        ...(await ways[index % 3]!()),
      })),
    )
    // What comes in meanwhile is not settled, so nobody can take it out. A payment waits for one that is under way.
    const paid = asked.filter(({ way, status }) => way === 2 && status === 200)
    expect(paid.length).toBeGreaterThan(0)
    const replies = asked.filter(({ way }) => way !== 2)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    // The others are refused, or await a second person.
    const codes = replies.filter(({ status }) => status > 202).map(({ body }) => body.code as string)
    expect(['over_available', 'refund_over_left']).toEqual(expect.arrayContaining([...new Set(codes)]))
    expect(await readBalance(deps.db, family.accountId)).toBe(paid.length * 10_00)
  })
})
