import { expect, it } from 'vitest'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { PlanRequest } from '#domain/plan/plan-choices.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { bankCalendar } from '#domain/calendar/holidays.ts'
import type { Region } from '#domain/region.ts'
import { noticeDay } from '#domain/repayments.ts'
import { noonOf } from '#tools/demo/moment.ts'
import { ukBankAccount, visaCredit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { planner, planOf, setFees, travelTo, type Planner, type Schedule } from '#tools/testing/planner.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { toPlannerFacts } from '#web/features/plan/planner-facts.ts'
import { calculate } from '#web/features/payment-schedule/calculate.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
/** The fourth payment in Australia moves because of Easter. */
const count = 8
const { deps } = server
const { goTo, run } = daysOf(server)

type Debit = { date: CalendarDate; amount: number }

/** What the page shows while the parent chooses, calculated in the browser. */
async function shownBefore(parent: Planner, form: PlanRequest): Promise<PaymentPlan> {
  const { body } = await parent.get(`plan-material?year=${form.paymentSchedule.planYear}`)
  // The browser knows only the holidays that came with the material.
  const calendar = bankCalendar(body.region, body.holidays)
  const calculated = calculate(toPlannerFacts(body, calendar), form)
  if (calculated.kind !== 'plan') throw new Error('The form is not in order')
  return calculated.plan
}

/** Shown, saved, and shown once more: three times the same payments. */
async function save(parent: Planner, schedule: Schedule, variances = {}): Promise<PaymentPlan> {
  const before = await shownBefore(parent, planOf(schedule, variances))
  const { status, body } = await parent.save(schedule, variances)
  expect(status).toBe(200)
  expect(body.payments).toEqual(before.payments)
  const read = await parent.schedule(schedule.planYear)
  expect(read.payments).toEqual(before.payments)
  return before
}

/** What the provider was asked to take, and on which day, oldest first. */
async function takenFrom({ accountId }: Planner, region: Region): Promise<Debit[]> {
  const account = await deps.db.first<{ customer: string }>(sql`
    select stripe_customer_id as customer from account where id = ${accountId}`)
  const { data } = await deps.providers.stripe[region].client.charges.list({
    customer: account?.customer ?? '',
    limit: 100,
  })
  expect(data.every(({ status }) => status === 'succeeded')).toBe(true)
  return data
    .map(({ created, amount }) => ({ date: dateIn(region, new Date(created * 1000)), amount }))
    .toSorted((a, b) => a.date.localeCompare(b.date))
}

it('What was shown is collected: on those days, those sums, to the last payment, over the whole life of a plan', async () => {
  await travelTo(server, '2027-01-18T02:00:00Z')
  const inAustralia = await planner(server, {
    sources: [visaCredit()],
    students: [{ firstName: 'Ada', level: 'Year 9' }],
  })
  await setFees(server, 'Wattle Grove College', 2027, [
    { name: 'Tuition', amount: 11_845 },
    { kind: 'Family', name: 'Building levy', amount: 350.07 },
  ])
  const inBritain = await planner(server, {
    school: 'Oakfield School',
    sources: [ukBankAccount()],
    students: [{ firstName: 'Ben', level: 'Year 3' }],
  })
  await setFees(server, 'Oakfield School', 2026, [{ name: 'Tuition', amount: 15_345.67 }])

  const fortnightly = await save(
    inAustralia,
    { startDate: '2027-02-12', repaymentCount: count, version: null },
    { staffDiscount: { percent: 12.5 }, outstandingFees: '100.10' },
  )
  // Good Friday waits for the Tuesday after Easter.
  expect(fortnightly.payments.map(({ dueDate, date }) => [dueDate, date])).toContainEqual([
    '2027-03-26',
    '2027-03-30',
  ])
  const monthly = await save(inBritain, {
    planYear: 2026,
    startDate: '2027-01-31',
    repaymentPeriod: 'Month',
    repaymentCount: count,
    version: null,
  })
  // Weekends and the spring bank holiday, always calculated from the end of January.
  expect(monthly.payments.map(({ date }) => date)).toEqual(
    '2027-02-01 2027-03-01 2027-03-31 2027-04-30 2027-06-01 2027-06-30 2027-08-02 2027-08-31'
      .split(' ')
      .slice(0, count),
  )
  for (const plan of [fortnightly, monthly]) {
    expect(plan.payments.at(-1)?.amount).not.toBe(plan.periodicAmount)
    expect(plan.payments.at(0)?.amount).toBe(plan.periodicAmount)
  }

  const [card] = (await inAustralia.details()).repaymentSources
  const surchargeShown = card?.surcharge.nextPayment ?? 0
  expect(surchargeShown).toBeGreaterThan(0)

  const days = [
    ...fortnightly.payments.map(({ date }) => ({ date: date as CalendarDate, region: 'AU' as const })),
    ...monthly.payments.map(({ date }) => ({ date: date as CalendarDate, region: 'UK' as const })),
  ].flatMap(({ date, region }) => [
    { date: noticeDay(date, calendars[region]), region },
    { date, region },
  ])
  for (const { date, region } of days.toSorted((a, b) =>
    noonOf(a.date, a.region).localeCompare(noonOf(b.date, b.region)),
  )) {
    await goTo(date, region)
    await run()
  }
  // A direct debit takes some days until it is known to have worked.
  await goTo('2027-09-14' as CalendarDate, 'UK')
  await run()

  const surcharges = (await paymentsOf(server, inAustralia.accountId)).map(({ surcharge }) => surcharge)
  const inPence = (amount: number) => Math.round(amount * 100)
  for (const surcharge of surcharges.slice(0, -1)) expect(surcharge).toBe(inPence(surchargeShown))
  expect(await takenFrom(inAustralia, 'AU')).toEqual(
    fortnightly.payments.map(({ date, amount }, place) => ({
      date,
      amount: inPence(amount) + (surcharges[place] ?? 0),
    })),
  )
  expect(await takenFrom(inBritain, 'UK')).toEqual(
    monthly.payments.map(({ date, amount }) => ({ date, amount: inPence(amount) })),
  )

  for (const [parent, shown] of [
    [inAustralia, fortnightly],
    [inBritain, monthly],
  ] as const) {
    await parent.logInAgain()
    const after = await parent.schedule(shown.planYear)
    expect(after).toMatchObject({
      planStatus: 'Completed',
      repaymentsMade: shown.repaymentCount,
      nextRepaymentDate: null,
      totalAmount: shown.totalAmount,
    })
    expect(after.payments).toEqual(shown.payments.map((payment) => ({ ...payment, status: 'Paid' })))
    const paid = shown.payments.reduce((sum, { amount }) => sum + inPence(amount), 0)
    expect(paid).toBe(inPence(shown.totalAmount))
  }
  await expectSoundLedger(server)
})
