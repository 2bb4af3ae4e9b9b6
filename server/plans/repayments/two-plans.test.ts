import { afterEach, describe, expect, it } from 'vitest'
import type { Overview } from '#contract/overview.ts'
import type { PlanMaterialReply } from '#contract/payment-schedule.ts'
import { addDays, type CalendarDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { tuitionYearOf, tuitionYearStart } from '#domain/plan/payment-schedule.ts'
import { noticeDay } from '#domain/repayments.ts'
import type { Region } from '#domain/region.ts'
import { ukBankAccount, visaCredit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { firstOf } from '#tools/testing/long.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { readCalendar } from '#tools/testing/read-calendar.ts'
import { cancelInstalments, daysOf, type InstalmentRow } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps } = server
const { db } = deps
const { goTo, run, today, addPlanFamily, restFamilies } = daysOf(server)

afterEach(() => expectSoundLedger(server))
afterEach(restFamilies)

const inCents = (amount: number) => Math.round(amount * 100)

type Family = Awaited<ReturnType<typeof overlapping>>

/** The last two payments of the plan that runs fall on the first two days of next year's. */
async function overlapping(region: Region) {
  const nextYear = tuitionYearStart(tuitionYearOf(today(region), region) + 1, region)
  // Near its end, a school year has too few payments left.
  if (today(region) > addDays(nextYear, -60)) await goTo(addDays(nextYear, 40), region)
  const family = await addPlanFamily({
    ...(region === 'UK'
      ? { school: 'Oakfield School', sources: [ukBankAccount()] }
      : { sources: [visaCredit()] }),
    plans: [{ status: 'Current' }, { status: 'Saved', year: 'Next', savedBy: 'Renewal' }],
  })
  const { accountId, next } = family
  const rows = await family.rows()
  const isOld = ({ planId }: InstalmentRow) => planId === next.planId
  const [first, second] = rows.filter((row) => !isOld(row))
  const last = rows.filter(isOld).slice(-2)
  if (!first || !second) throw new Error('The plan of next year has no payments')
  for (const [place, { seq }] of last.entries()) {
    const day = place === 0 ? first : second
    await db.run(sql`
      update instalment set due_on = ${day.dueOn}, collect_on = ${day.collectOn}
      where account_id = ${accountId} and plan_id = ${next.planId} and seq = ${seq}`)
  }
  await cancelInstalments(
    server,
    sql`account_id = ${accountId} and plan_id = ${next.planId} and status = 'Scheduled' and seq < ${last[0]?.seq ?? 0}`,
  )
  const years = await db.many<{ id: string; year: number }>(sql`
    select id, tuition_year as year from plan where account_id = ${accountId} order by tuition_year`)
  return { ...family, first, second, old: last, years: years.map(({ year }) => year) }
}

async function read<Body>({ accountId, email, mobile }: Family, path: string): Promise<Body> {
  const token = await server.logIn(email, mobile)
  return (await server.call(`GET /api/portal/customer/account/${accountId}/${path}`, { token })).body
}
const overviewOf = (family: Family) => read<Overview>(family, 'overview')

const noticesOf = ({ accountId }: Family, day: CalendarDate) =>
  db.many<{ facts: any }>(sql`
    select facts from outbox_message
    where account_id = ${accountId} and kind = 'UpcomingDebit' and facts->>'collectOn' = ${day}`)

/** To the day on which a payment is announced, and then to that of the payment. */
async function collectOn(day: CalendarDate, region: Region, look: () => Promise<void> = async () => {}) {
  const notice = noticeDay(day, calendars[region])
  if (notice > today(region)) await goTo(notice, region)
  await run()
  await look()
  await goTo(day, region)
  await run()
}

describe.each<Region>(firstOf(1, ['AU', 'UK']))('Two plans that are collected at once, in %s', (region) => {
  it('are one payment a day in all places, announced once, and taken as shown', async () => {
    const family = await overlapping(region)
    const { first, old, years, accountId } = family
    const money = (amount: number) => formatCurrency(toDecimal(cents(amount)), region)
    const both = first.amount + (old[0]?.amount ?? 0)
    const made = await server.call(`POST /api/portal/customer/account/${accountId}/calendar-feed`, {
      token: await server.logIn(family.email, family.mobile),
    })
    await collectOn(first.collectOn, region, async () => {
      const { nextRepayment } = await overviewOf(family)
      expect(nextRepayment?.date).toBe(first.collectOn)
      expect(inCents(nextRepayment?.amount ?? 0)).toBe(both)
      expect(nextRepayment?.parts.map(({ tuitionYear }) => tuitionYear).toSorted()).toEqual(years)

      const [notice, another] = await noticesOf(family, first.collectOn)
      expect(another).toBeUndefined()
      expect(notice?.facts.amount).toBe(both)
      expect(notice?.facts.parts.map((part: any) => part.tuitionYear).toSorted()).toEqual(years)
      const { text } = await server.message(family.email, 'email')
      expect(text).toMatch(/Instalment of your \d{4}(\/\d\d)? plan, due/)

      const explained = await read<any>(family, 'explanations/next-payment')
      expect(inCents(explained.amount)).toBe(both)
      expect(explained.groups).toHaveLength(2)

      const ofOther = (year: number) => read<PlanMaterialReply>(family, `plan-material?year=${year}`)
      for (const [year, other, amount] of [
        [years[1], years[0], old[0]?.amount],
        [years[0], years[1], first.amount],
      ] as const) {
        const { alsoCollected } = await ofOther(year ?? 0)
        expect(alsoCollected).toContainEqual({
          date: first.collectOn,
          amount: toDecimal(cents(amount ?? 0)),
          tuitionYear: other,
        })
      }

      const { pathname } = new URL(made.body.feed.url)
      const feed = readCalendar(await (await fetch(new URL(pathname, server.url))).text())
      const day = first.collectOn.replaceAll('-', '')
      const events = feed.parts.filter(({ lines }) => lines.get('DTSTART;VALUE=DATE') === day)
      expect(events).toHaveLength(2)
      for (const { lines } of events)
        expect(lines.get('SUMMARY')?.replaceAll('\\', '')).toContain(` of ${money(both)} (`)
    })
    // A bank tells some days later; by then the money of both has come.
    await goTo(addBusinessDays(first.collectOn, 5, calendars[region]), region)
    await run()
    const paid = await db.many<{ amount: number }>(sql`
      select amount_minor as amount from payment
      where account_id = ${accountId} and kind = 'Instalment' and status = 'Succeeded'
        and provider_payment_id is not null and created_at > ${new Date(Date.parse(`${first.collectOn}T00:00:00Z`) - 86_400_000)}`)
    expect(paid.reduce((sum, { amount }) => sum + amount, 0)).toBe(both)
  })

  it('are both on the Overview once the new one has begun, until the old one is paid', async () => {
    const family = await overlapping(region)
    const { first, second, old, years } = family
    const [, last] = old
    await collectOn(first.collectOn, region)
    const begun = await overviewOf(family)
    expect(begun.activePlan?.tuitionYear).toBe(years[1])
    const [other] = begun.otherPlans
    expect(other).toMatchObject({
      tuitionYear: years[0],
      overdue: 0,
      next: { date: second.collectOn, amount: toDecimal(cents(last?.amount ?? 0)) },
      lastDate: second.collectOn,
    })

    // Its last payment is refused for good.
    await db.run(sql`
      update instalment set status = 'Overdue', failure_code = 'method_gone'
      where account_id = ${family.accountId} and plan_id = ${family.next.planId} and seq = ${last?.seq ?? 0}`)
    await goTo(addBusinessDays(first.collectOn, 5, calendars[region]), region)
    await run()
    const owed = await overviewOf(family)
    const amount = toDecimal(cents(last?.amount ?? 0))
    expect(owed.otherPlans).toEqual([
      { tuitionYear: years[0], remaining: amount, overdue: amount, next: null, lastDate: null },
    ])
    expect(owed.problems).toMatchObject([{ kind: 'Overdue', amount }])

    // Staff let the family off.
    await cancelInstalments(
      server,
      sql`account_id = ${family.accountId} and plan_id = ${family.next.planId} and seq = ${last?.seq ?? 0}`,
    )
    expect((await overviewOf(family)).otherPlans).toEqual([])
  })
})

it('Two plans whose notices were late are still one payment, on the later day', async () => {
  const family = await overlapping('AU')
  const { first, old } = family
  // Nothing has run around the day.
  const late = addBusinessDays(first.collectOn, 1, calendars.AU)
  await goTo(late, 'AU')
  await run()
  const { nextRepayment, otherPlans } = await overviewOf(family)
  const taken = addBusinessDays(late, 2, calendars.AU)
  expect(nextRepayment?.date).toBe(taken)
  expect(inCents(nextRepayment?.amount ?? 0)).toBe(first.amount + (old[0]?.amount ?? 0))
  expect(otherPlans).toMatchObject([{ next: { date: taken } }])
  expect(await noticesOf(family, taken)).toHaveLength(1)
})

it('An old plan whose money went back after it was completed is still on the Overview', async () => {
  const family = await overlapping('AU')
  const { first, next, accountId, years } = family
  await cancelInstalments(
    server,
    sql`account_id = ${accountId} and plan_id = ${next.planId} and status = 'Scheduled'`,
  )
  await collectOn(first.collectOn, 'AU')
  const old = sql`account_id = ${accountId} and plan_id = ${next.planId} and seq = 1`
  expect(
    await db.first(sql`select status from plan where account_id = ${accountId} and id = ${next.planId}`),
  ).toEqual({ status: 'Completed' })
  await db.run(sql`update instalment set status = 'Overdue', settled_minor = 0 where ${old}`)
  const { otherPlans, activePlan } = await overviewOf(family)
  expect(activePlan?.tuitionYear).toBe(years[1])
  expect(otherPlans).toMatchObject([{ tuitionYear: years[0], next: null, lastDate: null }])
  expect(otherPlans[0]?.overdue).toBe(otherPlans[0]?.remaining)
  await db.run(sql`update instalment set status = 'Paid', settled_minor = amount_minor where ${old}`)
})
