import { expect, it } from 'vitest'
import type { Overview } from '#contract/overview.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { noticeDay } from '#domain/repayments.ts'
import { visaCredit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { planner, setFees, travelTo } from '#tools/testing/planner.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps } = server
const { goTo, run } = daysOf(server)

const inCents = (amount: number) => Math.round(amount * 100)

async function newParent(startDate: string) {
  const parent = await planner(server, {
    sources: [visaCredit()],
    students: [{ firstName: 'Ada', level: 'Year 9' }],
  })
  await setFees(server, 'Wattle Grove College', 2027, [{ name: 'Tuition', amount: 11_845 }])
  let version = 0
  return {
    /** Saves the plan with this many payments, from this day. */
    async save(repaymentCount: number, from = startDate) {
      await parent.logInAgain()
      const reply = await parent.save({ startDate: from, repaymentCount, version: version || null })
      expect(reply.status).toBe(200)
      version = reply.body.version
    },
    async next() {
      await parent.logInAgain()
      const { nextRepayment } = (await parent.get('overview')).body as Overview
      if (!nextRepayment) throw new Error('The Overview shows no next payment')
      return nextRepayment
    },
    /** Days, amounts and totals that the family was told of. */
    async announced() {
      const rows = await deps.db.many<{
        facts: { collectOn: string; amount: number; surcharge: number }
      }>(sql`
        select facts from outbox_message where account_id = ${parent.accountId} and kind = 'UpcomingDebit'
        order by created_at`)
      return rows.map(({ facts }) => [facts.collectOn, facts.amount, facts.amount + facts.surcharge])
    },
    async taken() {
      return (await paymentsOf(server, parent.accountId)).map(({ amount, surcharge }) => amount + surcharge)
    },
  }
}

it('A payment of a plan that is saved anew is announced anew with another amount, and only then', async () => {
  await travelTo(server, '2027-01-11T02:00:00Z')
  const collectOn = calendarDate('2027-02-05')
  const parent = await newParent(collectOn)
  await parent.save(20)
  await goTo(noticeDay(collectOn, calendars.AU), 'AU')
  await run()
  const first = await parent.next()
  const told = (next: typeof first) => [next.date, inCents(next.amount), inCents(next.total)]
  expect(await parent.announced()).toEqual([told(first)])

  // The same payments, saved as another version: nothing new to tell.
  await deps.db.run(sql`update plan_version set saved_by = 'Staff'`)
  await parent.save(20)
  await goTo(addBusinessDays(noticeDay(collectOn, calendars.AU), 1, calendars.AU), 'AU')
  await run()
  expect(await parent.announced()).toHaveLength(1)
  expect(await parent.next()).toEqual(first)

  await parent.save(10)
  await run()
  const second = await parent.next()
  expect(second.amount).toBeGreaterThan(first.amount)
  expect(await parent.announced()).toEqual([told(first), told(second)])

  // Back to what was announced first: that is a change too.
  await parent.save(20)
  await run()
  expect(await parent.next()).toEqual(first)
  expect(await parent.announced()).toEqual([told(first), told(second), told(first)])
  await goTo(collectOn, 'AU')
  await run()
  expect(await parent.taken()).toEqual([inCents(first.total)])
  await expectSoundLedger(server)
})

it('A payment that moves to another day with its plan is announced for that day, and taken on it', async () => {
  await travelTo(server, '2027-02-15T02:00:00Z')
  const parent = await newParent('2027-03-05')
  await parent.save(10)
  const collectOn = calendarDate('2027-03-05')
  await goTo(noticeDay(collectOn, calendars.AU), 'AU')
  await run()
  const first = await parent.next()
  await parent.save(5, '2027-03-12')
  await goTo(collectOn, 'AU')
  await run()
  expect(await parent.taken()).toEqual([])
  await goTo(noticeDay(calendarDate('2027-03-12'), calendars.AU), 'AU')
  await run()
  const second = await parent.next()
  expect(second.date).toBe('2027-03-12')
  expect((await parent.announced()).map(([on, amount]) => [on, amount])).toEqual([
    [first.date, inCents(first.amount)],
    [second.date, inCents(second.amount)],
  ])
  await goTo(calendarDate('2027-03-12'), 'AU')
  await run()
  expect(await parent.taken()).toEqual([inCents(second.total)])
  await expectSoundLedger(server)
})
