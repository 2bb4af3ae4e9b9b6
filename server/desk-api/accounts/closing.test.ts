import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { bankAccount, visaDebit } from '#tools/demo/sources.ts'
import { isLong } from '#tools/testing/long.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { linkOf } from '#tools/testing/request-link.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { remitToSchools } from '../../books/remittances/remittances.ts'
import { readBalance } from '../../books/ledger/ledger.reads.ts'
import { violatedCheck } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { renewPlans } from '../../plans/payment-schedule/renewals.ts'

const server = await testServer()
const { deps } = server
const { goTo, run, runUntil, today, addPlanFamily, hearNews, restFamilies } = daysOf(server)

afterEach(() => expectSoundLedger(server))
afterEach(restFamilies)

type Family = Awaited<ReturnType<typeof addPlanFamily>>

async function byStaff(key: string, body: object = {}) {
  const { token } = await addStaff(server, 'operations')
  return server.call(key, { token, body: { reason: 'Asked by the family', ...body } })
}
const close = ({ accountId }: Pick<Family, 'accountId'>) =>
  byStaff(`POST /api/staff/accounts/${accountId}/deactivate`, { isAcknowledged: true })
const reopen = ({ accountId }: Pick<Family, 'accountId'>, begin: string) =>
  byStaff(`POST /api/staff/accounts/${accountId}/reactivate`, { begin })

const lettersOf = ({ accountId }: Family, kind: string) =>
  deps.db.many<{ facts: any; status: string }>(sql`
    select facts, status from outbox_message where account_id = ${accountId} and kind = ${kind} order by created_at`)
const planOf = ({ accountId, next }: Family) =>
  deps.db.first<{ status: string }>(sql`
    select status from plan where account_id = ${accountId} and id = ${next.planId}`)
const openRows = async (family: Family) => (await family.rows()).filter(({ open }) => open > 0)
const weekly = { plans: [{ status: 'Saved' as const, starts: 12, frequency: 'Week' as const }] }

/** Closes an account in the middle of its plan, and lets three weeks pass. */
async function closedFamily() {
  const family = await addPlanFamily({ ...weekly, sources: [visaDebit()] })
  await family.comeToCollection()
  await run()
  expect((await family.now()).status).toBe('Paid')
  await remitFor(6)
  const cancelled = await openRows(family)
  expect(cancelled.length).toBeGreaterThan(8)
  expect((await close(family)).status).toBe(200)
  const taken = (await paymentsOf(server, family.accountId)).length
  await runUntil(addDays(today('AU'), 21))
  expect(await paymentsOf(server, family.accountId)).toHaveLength(taken)
  // The plan is over, and the family knows it from the letter about its account.
  expect(await planOf(family)).toEqual({ status: 'Completed' })
  expect(await lettersOf(family, 'PlanCompleted')).toEqual([])
  const missed = cancelled.filter(({ collectOn }) => collectOn <= today('AU'))
  expect(missed.length).toBeGreaterThan(1)
  return { family, cancelled, missed, taken }
}
const remitFor = async (days: number) => {
  for (let gone = 0; gone < days; gone += 1) {
    await goTo(addDays(today('AU'), 1), 'AU')
    await remitToSchools(deps)
  }
}
const sum = (rows: readonly { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0)

describe('An account that is closed', () => {
  it('has nothing scheduled, asked for or announced any more, and its family is told', async () => {
    const family = await addPlanFamily({ ...weekly, sources: [visaDebit()] })
    const { accountId, next } = family
    await family.comeToCollection()
    const { body: asked } = await byStaff('POST /api/staff/payment-requests', {
      accountId,
      amount: 180,
      dueOn: today('AU'),
    })
    await byStaff(`POST /api/staff/accounts/${accountId}/care`, { customerId: family.customerId })
    const before = await openRows(family)
    const closed = await close(family)
    expect(closed).toMatchObject({ status: 200, body: { status: 'Inactive', nextPayment: null } })
    expect(closed.body.cancelledPayments).toHaveLength(before.length)
    expect(await openRows(family)).toEqual([])
    expect(await family.now()).toMatchObject({ status: 'Cancelled', noticedOn: null, retryOn: null })
    expect(await lettersOf(family, 'AccountClosed')).toMatchObject([
      {
        facts: {
          payments: { count: before.length, amount: sum(before) },
          requests: { count: 1, amount: 180_00 },
        },
      },
    ])
    const request = await byStaff('POST /api/staff/payment-requests', {
      accountId,
      amount: 50,
      dueOn: next.dueOn,
    })
    expect(request).toMatchObject({ status: 410, body: { code: 'account_closed' } })
    const link = await linkOf(deps, asked.id)
    expect(await server.call(`GET /api/portal/guest/payment-page-details?request=${link}`)).toMatchObject({
      body: { code: 'account_closed' },
    })
    const waiting = await deps.db.many(sql`
      select 'hold' from account_hold where account_id = ${accountId} and ended_at is null
      union all select 'care' from care_request where account_id = ${accountId} and closed_at is null
      union all select 'request' from payment_request where account_id = ${accountId} and is_open
      union all select 'review' from review where account_id = ${accountId} and status = 'Open'`)
    expect(waiting).toEqual([])
    await run()
    expect(await paymentsOf(server, accountId)).toHaveLength(0)
    expect(await close(family)).toMatchObject({ status: 409, body: { code: 'not_possible' } })
  })

  it('stays without anything to pay when a bank takes a payment back', async () => {
    const family = await addPlanFamily({ ...weekly, sources: [visaDebit()] })
    const { accountId } = family
    await family.comeToCollection()
    await run()
    await remitFor(6)
    expect((await close(family)).status).toBe(200)
    const paid = await deps.db.first<{ intent: string }>(sql`
      select provider_payment_id as intent from payment where account_id = ${accountId} and status = 'Succeeded'`)
    const { data } = await deps.providers.stripe.AU.client.charges.list({
      payment_intent: paid?.intent ?? '',
    })
    await server.sandboxApi('stripe/dispute', { charge: data[0]?.id })
    await hearNews()
    const { data: disputes } = await deps.providers.stripe.AU.client.disputes.list({
      charge: data[0]?.id ?? '',
    })
    await server.sandboxApi('stripe/close-dispute', { dispute: disputes[0]?.id, outcome: 'lost' })
    await hearNews()
    await runUntil(addDays(today('AU'), 10))
    expect(await openRows(family)).toEqual([])
    expect(await lettersOf(family, 'PaymentOverdue')).toEqual([])
    // The school has got it, so the family owes it to us: that stands in its balance.
    expect(await readBalance(deps.db, accountId)).toBe(0 - family.next.amount)
  })

  it('cannot be given anything to pay by any statement, and is not closed with anything left', async () => {
    const family = await addPlanFamily({ ...weekly, sources: [visaDebit()] })
    const { accountId } = family
    const closeBySql = deps.db.run(sql`
      update account set status = 'Inactive', closed_at = ${deps.clock()} where id = ${accountId}`)
    const check = 'closed_account_has_nothing_to_pay'
    expect(await closeBySql.catch(violatedCheck)).toBe(check)
    expect((await close(family)).status).toBe(200)
    const again = deps.db.run(sql`
      update charge set waived_minor = 0, status = 'Scheduled'
      where account_id = ${accountId} and status = 'Cancelled'`)
    expect(await again.catch(violatedCheck)).toBe(check)
    const another = deps.db.run(sql`
      insert into instalment (account_id, plan_id, payee_id, seq, status, due_on, collect_on, amount_minor)
      select account_id, plan_id, payee_id, 999, 'Scheduled', due_on, collect_on, 100 from instalment
      where account_id = ${accountId} limit 1`)
    expect(await another.catch(violatedCheck)).toBe(check)
  })
})

describe('An account that is opened again', () => {
  it('with nothing is not charged for what was cancelled', async () => {
    const { family, taken } = await closedFamily()
    expect((await reopen(family, 'Nothing')).status).toBe(200)
    expect(await lettersOf(family, 'AccountReopened')).toMatchObject([
      { facts: { payments: [], overdue: null } },
    ])
    await runUntil(addDays(today('AU'), 14))
    expect(await paymentsOf(server, family.accountId)).toHaveLength(taken)
    expect(await openRows(family)).toEqual([])
    expect(await reopen(family, 'All')).toMatchObject({ status: 409, body: { code: 'not_possible' } })
  })

  it('with what is to come is debited on those days, each after a new notice, and never for what was missed', async () => {
    const { family, cancelled, missed, taken } = await closedFamily()
    const announced = (await lettersOf(family, 'UpcomingDebit')).length
    const reopened = await reopen(family, 'Coming')
    expect(reopened).toMatchObject({ status: 200, body: { status: 'Active', cancelledPayments: [] } })
    const coming = cancelled.filter((row) => !missed.includes(row))
    const [letter] = await lettersOf(family, 'AccountReopened')
    expect(letter?.facts.overdue).toBeNull()
    expect(letter?.facts.payments.map(({ amount }: any) => amount)).toEqual(
      coming.map(({ amount }) => amount),
    )
    const [first] = letter?.facts.payments ?? []
    await run()
    await runUntil(addDays(first.on, 1))
    const payments = await paymentsOf(server, family.accountId)
    expect(payments).toHaveLength(taken + 1)
    const notices = (await lettersOf(family, 'UpcomingDebit')).slice(announced)
    expect(notices[0]?.facts).toMatchObject({ amount: first.amount, collectOn: first.on })
    expect(await planOf(family)).toEqual({ status: 'Current' })
    const left = await openRows(family)
    expect(left.every(({ collectOn }) => collectOn > today('AU'))).toBe(true)
  })

  it('with everything asks for what was missed by link, and debits none of it', async () => {
    const { family, missed, taken } = await closedFamily()
    expect((await reopen(family, 'All')).status).toBe(200)
    const overdue = { count: missed.length, amount: sum(missed) }
    expect(await lettersOf(family, 'AccountReopened')).toMatchObject([{ facts: { overdue } }])
    await run()
    expect(await paymentsOf(server, family.accountId)).toHaveLength(taken)
    expect(await lettersOf(family, 'PaymentOverdue')).toMatchObject([{ facts: { amount: overdue.amount } }])
    const token = await server.logIn(family.email, family.mobile)
    const paid = await family.pay(toDecimal(cents(overdue.amount)), { source: family.sourceIds[0], token })
    expect(paid.body.status).toBe('Succeeded')
    const rows = await family.rows()
    for (const { seq } of missed) expect(rows.find((row) => row.seq === seq)?.status).toBe('Paid')
  })

  it('is previewed with what would be collected, and what the family reads', async () => {
    const { family, cancelled, missed } = await closedFamily()
    const preview = async (begin: string) => {
      const { body } = await byStaff(`POST /api/staff/accounts/${family.accountId}/actions/preview`, {
        call: 'POST /api/staff/accounts/:accountId/reactivate',
        params: { accountId: family.accountId },
        body: { begin },
        reason: undefined,
      })
      const row = (name: string) => body.rows.find(({ label }: { label: string }) => label === name)?.after
      return { left: row('Payments left'), reads: body.familyReads[0]?.text as string }
    }
    const nothing = await preview('Nothing')
    expect(nothing.left).toBe('0')
    expect(nothing.reads).toContain('No payments are scheduled.')
    const all = await preview('All')
    expect(all.left).toBe(String(cancelled.length - missed.length))
    expect(all.reads).toContain(`${missed.length} payments of`)
    expect(await openRows(family)).toEqual([])
  })

  it('brings back a plan that had not begun, or makes it an estimate', async () => {
    const saved = { plans: [{ status: 'Saved' as const, starts: 40 }], sources: [visaDebit()] }
    const [one, other] = [await addPlanFamily(saved), await addPlanFamily(saved)]
    const before = (await openRows(one)).length
    for (const family of [one, other]) expect((await close(family)).status).toBe(200)
    await renewPlans(deps)
    expect((await reopen(one, 'Coming')).status).toBe(200)
    expect(await planOf(one)).toEqual({ status: 'Saved' })
    expect(await openRows(one)).toHaveLength(before)
    expect((await reopen(other, 'Nothing')).status).toBe(200)
    expect(await planOf(other)).toEqual({ status: 'Draft' })
    expect(await other.rows()).toEqual([])
  })
})

describe('Closing at the same moment', () => {
  const rounds = isLong ? 8 : 2

  it('as payments are collected either comes first, or waits for the money', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const family = await addPlanFamily({ ...weekly, sources: [bankAccount()] })
      await family.comeToCollection()
      const [closed] = await Promise.all([close(family), run()])
      const payments = await paymentsOf(server, family.accountId)
      expect([closed.status, payments.length]).toEqual(closed.status === 200 ? [200, 0] : [409, 1])
      if (closed.status === 200) expect(await openRows(family)).toEqual([])
    }
  })

  it('as a link is paid or the plan is saved leaves nothing open on a closed account', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const family = await addPlanFamily({ plans: [{ status: 'Saved', starts: 40 }], sources: [visaDebit()] })
      const { accountId } = family
      const { body: request } = await byStaff('POST /api/staff/payment-requests', {
        accountId,
        amount: 75,
        dueOn: today('AU'),
      })
      const path = `/api/portal/customer/account/${accountId}`
      const { token } = family
      const year = Number(
        (
          await deps.db.first<{ year: number }>(
            sql`select tuition_year as year from plan where account_id = ${accountId}`,
          )
        )?.year,
      )
      const { body: material } = await server.call(`GET ${path}/plan-material?year=${year}`, { token })
      const link = await linkOf(deps, request.id)
      const [closed, paid] = await Promise.all([
        close(family),
        server.call('POST /api/portal/guest/payments', {
          token,
          headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
          body: {
            amount: 75,
            repaymentSourceId: family.sourceIds[0],
            larkwellId: family.instId,
            shortId: request.shortId,
            email: family.email,
            repaymentRequestId: link,
          },
        }),
        server.call(`POST ${path}/save-plan`, {
          token,
          body: {
            paymentSchedule: {
              planYear: year,
              accountPlanId: material.plan?.id,
              version: material.plan?.version,
              startDate: material.offer?.planYearOptions[0]?.minStartDate,
              frequency: 'Month',
              repaymentCount: 5,
            },
          },
        }),
      ])
      expect([200, 409]).toContain(closed.status)
      expect([200, 409, 410]).toContain(paid.status)
      if (closed.status !== 200) continue
      expect(await openRows(family)).toEqual([])
      // A payment that came first was for its request; after the closing there was nothing to pay.
      expect(paid.status === 200).toBe((await paymentsOf(server, accountId)).length === 1)
    }
  })
})
