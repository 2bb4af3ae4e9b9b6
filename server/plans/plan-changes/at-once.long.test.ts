import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { PlanMaterialReply } from '#contract/payment-schedule.ts'
import { addDays, calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { nextBusinessDay } from '#domain/calendar/holidays.ts'
import { noticeDay } from '#domain/repayments.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { travelTo } from '#tools/testing/planner.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { renewPlans } from '../payment-schedule/renewals.ts'
import { chaseOverdue } from '../repayments/chase-overdue.ts'
import { countExtras } from './count-extras.ts'
import { runRepayments } from '../repayments/run-repayments.ts'

const server = await testServer()
const { deps } = server
const { goTo, run, addPlanFamily } = daysOf(server)

await travelTo(server, '2027-03-01T01:00:00Z')
afterEach(() => expectSoundLedger(server))

async function family() {
  const they = await addPlanFamily({ plans: [{ status: 'Current' }] })
  const { accountId, email, mobile } = they
  const path = `/api/portal/customer/account/${accountId}`
  let token = await server.logIn(email, mobile)
  const material = async () =>
    (await server.call(`GET ${path}/plan-material`, { token })).body as PlanMaterialReply
  const post = async (call: string, body: object) => server.call(`POST ${path}/${call}`, { token, body })
  return {
    ...they,
    post,
    logInAgain: async () => {
      token = await server.logIn(email, mobile)
    },
    /** Calls on the plan as it stands, which another may change before they arrive. */
    requests: async () => {
      const { plan, flexible } = await material()
      const which = { planId: plan!.id, version: plan!.version }
      const coming = flexible!.coming
      const [next] = coming
      const [, , second, third] = coming
      const to = (on: string, days: number) => nextBusinessDay(addDays(calendarDate(on), days), calendars.AU)
      return {
        moveNext: () => post('move-payment', { ...which, dueOn: next!.dueOn, to: to(next!.on, 3) }),
        move: () => post('move-payment', { ...which, dueOn: second!.dueOn, to: to(second!.on, 3) }),
        skip: () => post('skip-payments', { ...which, dueOn: [third!.dueOn], outcome: 'Spread' }),
      }
    },
    ask: () =>
      post('care-request', {
        why: 'LessWork',
        lasts: 'Months',
        amount: '100.00',
        every: 'Fortnight',
        reach: 'Email',
        words: null,
      }),
  }
}
type Family = Awaited<ReturnType<typeof family>>

const tokenOf = ({ email, mobile }: Family) => server.logIn(email, mobile)

const families = (count: number) => Promise.all(Array.from({ length: count }, family))

const totalOf = async (they: Family) =>
  (await they.rows()).reduce((sum, { amount, status }) => sum + (status === 'Cancelled' ? 0 : amount), 0)

const debitsOf = ({ accountId }: Family, dueOn: CalendarDate) =>
  deps.db.many<{ createdAt: Date }>(sql`
    select payment.created_at as "createdAt" from payment join instalment
      on instalment.account_id = payment.account_id and instalment.plan_id = payment.plan_id
      and instalment.seq = payment.instalment_seq
    where payment.account_id = ${accountId} and instalment.due_on = ${dueOn}`)

const fallBehind = ({ accountId }: Family) =>
  deps.db.run(sql`
    update instalment set status = 'Overdue', failure_code = 'account_closed', tries = 1, payment_request_id = null
    where (account_id, plan_id, seq) in (
      select account_id, plan_id, seq from instalment
      where account_id = ${accountId} and status = 'Scheduled' order by seq limit 1)`)

describe('A family that changes its plan', () => {
  it('is never the victim of a run that asks for what is overdue or counts what was paid', async () => {
    const all = await families(6)
    for (let round = 0; round < 4; round += 1) {
      for (const they of all) await fallBehind(they)
      const requests = await Promise.all(all.map((they) => they.requests()))
      const replies = await Promise.all([
        ...requests.flatMap(({ move, skip }) => [move(), skip()]),
        ...[1, 2, 3]
          .flatMap(() => [chaseOverdue(deps), countExtras(deps)])
          .map(async (work) => {
            await work
            return { status: 200 }
          }),
      ])
      expect(replies.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
      await chaseOverdue(deps)
    }
    const parked = await deps.db.many(sql`select work, item from parked_item`)
    expect(parked).toEqual([])
    for (const they of all)
      expect(
        (await they.rows()).filter(({ status, requestId }) => status === 'Overdue' && !requestId),
      ).toEqual([])
  })

  it('changes it once where both parents do so on the same plan', async () => {
    const they = await family()
    const before = await totalOf(they)
    const { move, skip } = await they.requests()
    const replies = await Promise.all([move(), skip()])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await totalOf(they)).toBe(before)
  })

  it('moves a payment or has it collected, never both, while its debit is recorded', async () => {
    const all = await families(5)
    const [first] = all
    const { next } = first!
    await goTo(noticeDay(next.collectOn, calendars.AU), 'AU')
    await run()
    // The last moment at which it may be moved is over on its day; the runs of that day must not mind the tries.
    await goTo(next.collectOn, 'AU')
    for (const they of all) await they.logInAgain()
    const requests = await Promise.all(all.map((they) => they.requests()))
    await Promise.all([runRepayments(deps), ...requests.map(({ moveNext }) => moveNext())])
    await run()
    for (const they of all) {
      expect(await debitsOf(they, next.dueOn)).toHaveLength(1)
      expect((await they.now()).collectOn).toBe(next.collectOn)
    }
  })

  it('keeps its skip while its plan is renewed', async () => {
    const all = await families(4)
    await deps.db.run(sql`update institution set renewal_opens_days = 360`)
    const totals = await Promise.all(all.map(totalOf))
    const requests = await Promise.all(all.map((they) => they.requests()))
    const replies = await Promise.all([
      ...requests.map(({ skip }) => skip()),
      ...[1, 2].map(async () => {
        await renewPlans(deps)
        return { status: 200 }
      }),
    ])
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    await renewPlans(deps)
    const ofThisYear = async (they: Family) =>
      (await they.rows())
        .filter(({ planId, status }) => planId === they.next.planId && status !== 'Cancelled')
        .reduce((sum, { amount }) => sum + amount, 0)
    expect(await Promise.all(all.map(ofThisYear))).toEqual(totals)
    for (const { accountId } of all)
      expect(
        await deps.db.many(sql`
          select tuition_year as year, status from plan where account_id = ${accountId} order by tuition_year`),
      ).toEqual([
        { year: 2027, status: 'Current' },
        { year: 2028, status: 'Saved' },
      ])
  })
})

describe('A hold that is granted while the debit of its day is recorded', () => {
  it('is told of that debit, or there is none', async () => {
    for (let round = 0; round < 2; round += 1) {
      const all = await families(5)
      const { next } = all[0]!
      await goTo(noticeDay(next.collectOn, calendars.AU), 'AU')
      await run()
      await goTo(next.collectOn, 'AU')
      for (const they of all) await they.logInAgain()
      const replies = await Promise.all([
        ...all.map((they) => they.ask()),
        ...[1, 2].map(async () => {
          await runRepayments(deps)
          return { status: 200 }
        }),
      ])
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
      await run()
      for (const they of all) {
        const told = await deps.db.first<{ underWay: unknown[] }>(sql`
          select facts->'news'->'underWay' as "underWay" from outbox_message
          where account_id = ${they.accountId} and kind = 'PaymentHold' and facts->'news'->>'event' = 'Held'`)
        expect(await debitsOf(they, next.dueOn)).toHaveLength(told?.underWay.length ?? -1)
      }
    }
  })
})

describe('A payment that staff give back', () => {
  it('is given back while it is counted, and nobody waits in vain', async () => {
    const all = await families(6)
    const { token } = await addStaff(server, 'operations')
    for (let round = 0; round < 3; round += 1) {
      const paid = await Promise.all(
        all.map(async (they) => they.pay('20.00', { token: await tokenOf(they) })),
      )
      const refunds = paid.map(({ body }) =>
        server.call(`POST /api/staff/payments/${body.paymentId}/refunds`, {
          token,
          body: { amount: 5, clientRequestId: randomUUID(), reason: 'Paid too much' },
        }),
      )
      await Promise.all([...refunds, countExtras(deps), countExtras(deps)])
      expect((await Promise.all(refunds)).map(({ status }) => status)).toEqual(refunds.map(() => 200))
    }
    expect(await deps.db.many(sql`select work, item from parked_item`)).toEqual([])
  })
})
