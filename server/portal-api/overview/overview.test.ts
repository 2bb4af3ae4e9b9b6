import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { addDays, dateIn } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import type { Account } from '#tools/demo/account.ts'
import { addFamily } from '#tools/testing/family.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { hashOfLink, sealLink } from '../../books/payment-requests/request-links.ts'

const server = await testServer()
const { call, deps } = server
const schema = contract['GET /api/portal/customer/account/:accountId/overview'].reply

let count = 0
async function overviewOf(account: Account) {
  count += 1
  const email = `family${count}@demo.example`
  const mobile = `+61491572${String(100 + count)}`
  const family = await addFamily(server, { email, mobile, accounts: [account] })
  const token = await server.logIn(email, mobile)
  const { body } = await call(`GET /api/portal/customer/account/${family.accountId}/overview`, { token })
  return { ...family, token, overview: body }
}

describe('The Overview', () => {
  it('greets by first name and has every field of the contract', async () => {
    const { overview } = await overviewOf({})
    expect(overview).toMatchObject({ firstName: 'Olivia', today: dateIn('AU', deps.clock()) })
    expect(schema.parse(overview)).toEqual(overview)
  })

  it.each([0, 1, 64_000, 21_840])(
    'shows the balance that the ledger adds up to: %d minor units',
    async (minor) => {
      const { overview, accountId } = await overviewOf({ productType: 'Pay', balance: cents(minor) })
      const row = await deps.db.first<{ sum: number }>(sql`
      select sum(amount_minor)::bigint as sum from ledger_posting where account_id = ${accountId} and book = 'Family'`)
      expect([overview.currentBalance, row?.sum]).toEqual([minor / 100, minor])
    },
  )

  it('shows a plan whose parts add up', async () => {
    const { overview, accountId } = await overviewOf({})
    const { activePlan: plan } = overview
    expect(overview.planStatus).toBe('Current')
    expect(plan.totalRepaid + plan.remainingToBeRepaid).toBeCloseTo(plan.planYearTotal, 2)
    const row = await deps.db.first<{ paid: number; all: number }>(sql`
      select sum(amount_minor) filter (where status = 'Paid')::bigint as paid, sum(amount_minor)::bigint as all
      from instalment where account_id = ${accountId}`)
    expect([plan.totalRepaid, plan.planYearTotal]).toEqual([row!.paid / 100, row!.all / 100])
    expect(plan.studentFeeBreakdown[0].fees.length).toBeGreaterThan(0)
  })

  it('names the payment method and what it costs on top', async () => {
    const { overview } = await overviewOf({})
    expect(overview.nextRepayment.source).toEqual({
      displayName: expect.stringMatching(/Visa/),
      cardType: 'visa',
      surchargePercentage: '0%',
    })
  })

  it('says until when the next payment can be moved, and nothing where it cannot', async () => {
    const running: Account = { plans: [{ status: 'Current' }] }
    const { overview, accountId, token } = await overviewOf(running)
    const { date } = overview.nextRepayment
    expect(overview.nextRepayment.movableUntil).toBe(changeableUntil(date, calendars.AU))
    const read = async () =>
      (await call(`GET /api/portal/customer/account/${accountId}/overview`, { token })).body.nextRepayment

    const [saved, failed] = [
      await overviewOf({ plans: [{ status: 'Saved', starts: 20 }] }),
      await overviewOf({ plans: [{ status: 'Current', hasFailed: true }] }),
    ]
    expect(saved.overview.nextRepayment.movableUntil).toBeNull()
    expect(failed.overview.nextRepayment).toMatchObject({ parts: [{ isRetry: true }], movableUntil: null })

    const setMoves = (flexibility: string) =>
      deps.db.run(sql`
        update institution set flexibility = ${flexibility}
        where id = (select institution_id from account where id = ${accountId})`)
    await setMoves('{"movesPerYear": 0}')
    expect((await read()).movableUntil).toBeNull()
    await setMoves('{}')
    // Its notice is out, and its debit is being prepared.
    const tomorrow = addDays(dateIn('AU', deps.clock()), 1)
    await deps.db.run(sql`
      update instalment set due_on = ${tomorrow}, collect_on = ${tomorrow}, noticed_on = ${addDays(tomorrow, -20)}
      where account_id = ${accountId} and due_on = ${overview.nextRepayment.parts[0].dueDate}`)
    expect((await read()).movableUntil).toBeNull()
  })

  it('has nothing to show for an account with nothing', async () => {
    const { overview } = await overviewOf({ plans: [], sources: [], bpay: false, balance: cents(0) })
    expect(overview).toMatchObject({
      nextRepayment: null,
      activePlan: null,
      planStatus: 'None',
      plans: [],
      bpayInfo: null,
      currentBalance: 0,
    })
  })

  it('never shows a payment request that is closed or expired', async () => {
    const { accountId, token } = await overviewOf({})
    const now = deps.clock()
    const past = new Date(now.getTime() - 1000)
    const future = new Date(now.getTime() + 86_400_000)
    for (const [link, paid, expires] of [
      ['open-request-0000000000000001', 2000, future],
      ['paid-request-0000000000000002', 12050, future],
      ['late-request-0000000000000003', 2000, past],
    ] as const) {
      const id = randomUUID()
      const sealed = sealLink(deps.config, { accountId, id }, link)
      await deps.db.run(sql`
        insert into payment_request (account_id, id, link_hash, link_sealed, link_key_id, institution_id,
          due_on, expires_at, created_at)
        select id, ${id}, ${hashOfLink(link)}, ${sealed.bytes}, ${sealed.keyId}, institution_id, '2026-12-01', ${expires}, ${now} from account where id = ${accountId}`)
      await deps.db.run(sql`
        insert into charge (account_id, kind, payee_id, amount_minor, settled_minor, due_on, payment_request_id)
        select id, 'Request', institution_id, 12050, ${paid}, '2026-12-01', ${id} from account where id = ${accountId}`)
    }
    const { body } = await call(`GET /api/portal/customer/account/${accountId}/overview`, { token })
    expect(body.activeRepaymentRequests).toMatchObject([
      { id: 'open-request-0000000000000001', amount: 100.5 },
    ])
  })
})
