import { beforeEach, describe, expect, it } from 'vitest'
import type { Overview } from '#contract/overview.ts'
import {
  addDays,
  dateIn,
  formatDate,
  formatDateCompact,
  type CalendarDate,
} from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import type { Region } from '#domain/region.ts'
import { tuitionYearOf, tuitionYearStart } from '#domain/plan/payment-schedule.ts'
import type { Account } from '#tools/demo/account.ts'
import { addFamily } from '#tools/testing/family.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { firstOf } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { remindOfUnfinished } from './unfinished-plans.ts'

const server = await testServer()
const { deps, call } = server
const { db } = deps
const { goTo, run } = daysOf(server)

// The middle of a school year in Australia, and near the end of one in the United Kingdom.
const began = Date.parse('2027-06-15T02:00:00Z')
beforeEach(() => server.travel(began - deps.clock().getTime()))

let count = 0
async function family(account: Account = {}) {
  count += 1
  const isUk = account.school === 'Oakfield School'
  const email = `unfinished${count}@demo.example`
  const mobile = isUk ? `+4477009${String(30_100 + count)}` : `+614915${String(30_100 + count)}`
  const region: Region = isUk ? 'UK' : 'AU'
  const { accountId } = await addFamily(server, {
    email,
    mobile,
    ...(isUk && { region }),
    accounts: [account],
  })
  return {
    accountId,
    email,
    region,
    overview: async (): Promise<Overview> => {
      const token = await server.logIn(email, mobile)
      return (await call(`GET /api/portal/customer/account/${accountId}/overview`, { token })).body
    },
    send: async (method: 'POST', path: string, body: object) =>
      call(`${method} /api/portal/customer/account/${accountId}/${path}`, {
        token: await server.logIn(email, mobile),
        body,
      }),
    letters: (kind = 'PlanUnfinished') =>
      db.many<{ facts: any; on: Date }>(sql`
        select facts, created_at as on from outbox_message where account_id = ${accountId} and kind = ${kind}
        order by created_at`),
    /** The first day of its newest plan. */
    start: async () => {
      const row = await db.first<{ startsOn: CalendarDate; year: number }>(sql`
        select version.start_date as "startsOn", plan.tuition_year as year
        from plan join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
        where plan.account_id = ${accountId} order by plan.tuition_year desc, version.version desc limit 1`)
      if (!row) throw new Error('There is no plan')
      return row
    },
  }
}

/** A family that goes on; the plan of next year is as given. */
const renewing = (status: 'Draft' | 'ManualReview', more: Account = {}) =>
  family({ plans: [{ status: 'Current' }, { status, year: 'Next', savedBy: 'Renewal' }], ...more })

/** Staff log in anew, because days go by. */
async function stalled(accountId: string): Promise<{ id: string; about: string }[]> {
  const { token } = await addStaff(server, 'operations')
  const { body } = await call('GET /api/staff/queue?kind=StalledPlan&limit=500', { token })
  return body.items.filter((item: { accountId: string }) => item.accountId === accountId)
}

/** Goes through the days one by one, with the hourly job as often as it comes in a day. */
async function live(until: CalendarDate, region: Region): Promise<void> {
  for (let day = dateIn(region, deps.clock()); day < until;) {
    day = addDays(day, 1)
    await goTo(day, region)
    await remindOfUnfinished(deps)
    await remindOfUnfinished(deps)
  }
}

const problemOf = ({ problems }: Overview) => problems.find(({ kind }) => kind === 'PlanUnfinished')

describe('A plan that the family has not saved', () => {
  it('reminds before and after its first day, then weekly, and stops', async () => {
    const { start, letters } = await renewing('Draft')
    const { startsOn } = await start()
    await goTo(addDays(startsOn, -10), 'AU')
    await live(addDays(startsOn, 40), 'AU')
    const days = (await letters()).map(({ on }) => dateIn('AU', on))
    expect(days).toEqual([-7, 1, 8, 15, 22].map((days) => addDays(startsOn, days)))
  })

  itLong('tells on the Overview and in the queue that it did not start, until it is saved', async () => {
    const { accountId, overview, start, send } = await renewing('Draft')
    const { startsOn, year } = await start()
    await goTo(addDays(startsOn, -1), 'AU')
    expect(problemOf(await overview())).toBeUndefined()
    expect(await stalled(accountId)).toEqual([])

    await goTo(startsOn, 'AU')
    expect(problemOf(await overview())).toEqual({
      kind: 'PlanUnfinished',
      tuitionYear: year,
      reason: 'NotSaved',
      startsOn,
      isPast: true,
      canEdit: true,
    })
    expect(await stalled(accountId)).toMatchObject([
      {
        about: `not saved by the family; it was to start on ${formatDateCompact(startsOn)}, plan for ${year}`,
      },
    ])

    const first = addDays(startsOn, 14)
    const saved = await send('POST', 'save-plan', {
      paymentSchedule: {
        planYear: year,
        startDate: first,
        planDuration: 10,
        repaymentCount: 10,
        repaymentPeriod: 'Fortnight',
      },
    })
    expect(saved.status).toBe(200)
    expect(problemOf(await overview())).toBeUndefined()
    expect(await stalled(accountId)).toEqual([])
  })

  it('is written about once where two processes run, and only by the latest reminder after days without jobs', async () => {
    const { start, letters } = await renewing('Draft')
    const { startsOn } = await start()
    await goTo(addDays(startsOn, 10), 'AU')
    const other = openDatabase(server.databaseUrl, { connections: 2 })
    await Promise.all([remindOfUnfinished(deps), remindOfUnfinished({ ...deps, db: other })])
    await other.close()
    expect(await letters()).toMatchObject([{ facts: { isPast: true, status: 'NotSaved', startsOn } }])
    // The next one is due five days later, but nobody hears twice within a week.
    await live(addDays(startsOn, 16), 'AU')
    expect(await letters()).toHaveLength(1)
    await live(addDays(startsOn, 17), 'AU')
    expect(await letters()).toHaveLength(2)
  })

  itLong('is a matter of the family and not of one that leaves', async () => {
    const { accountId, start, overview, letters } = await renewing('Draft')
    await db.run(sql`update account set renewal_status = 'Offboarding' where id = ${accountId}`)
    const { startsOn } = await start()
    await goTo(addDays(startsOn, 1), 'AU')
    await remindOfUnfinished(deps)
    expect(problemOf(await overview())).toBeUndefined()
    expect(await stalled(accountId)).toEqual([])
    expect(await letters()).toEqual([])
  })
})

describe('A plan that staff have not decided on', () => {
  itLong('says so before and after its first day, and is collected only after a later start', async () => {
    const reviewed = await renewing('ManualReview', { school: 'Redgum Academy' })
    const { accountId, start, overview, letters } = reviewed
    const { startsOn, year } = await start()
    await goTo(addDays(startsOn, -9), 'AU')
    await live(addDays(startsOn, 20), 'AU')
    expect((await letters()).map(({ on }) => dateIn('AU', on))).toEqual([
      addDays(startsOn, -7),
      addDays(startsOn, 1),
    ])
    const review = (await overview()).problems.find(({ kind }) => kind === 'PlanUnderReview')
    expect(review).toMatchObject({ tuitionYear: year, startPassed: startsOn })
    expect(await stalled(accountId)).toMatchObject([{ about: expect.stringContaining('still under review') }])

    const { token } = await addStaff(server, 'operations')
    const queue = (await call('GET /api/staff/queue?kind=Plan&limit=500', { token })).body.items
    const { id } = queue.find((item: { accountId: string }) => item.accountId === accountId)
    const approve = (more: object) =>
      call(`POST /api/staff/reviews/${id}/approve`, { token, body: { reason: 'As asked', ...more } })
    expect((await approve({})).body).toMatchObject({ code: 'plan_start_passed' })
    const later = addBusinessDays(addDays(startsOn, 27), 0, calendars.AU)
    expect((await approve({ startDate: later })).status).toBe(200)
    const [letter] = await letters('PlanReviewed')
    expect(letter?.facts.first).toEqual({ on: later, instead: startsOn })
    expect((await overview()).problems.map(({ kind }) => kind)).not.toContain('PlanUnderReview')
    expect(await stalled(accountId)).toEqual([])
    await run()
    const taken = await db.many(sql`
      select seq from instalment join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
      where plan.account_id = ${accountId} and plan.tuition_year = ${year}
        and (instalment.collect_on < ${later} or instalment.status <> 'Scheduled')`)
    expect(taken).toEqual([])
  })
})

describe('A family that goes on without a plan', () => {
  it.each<[Region, Account]>(
    firstOf(1, [
      ['AU', {}],
      ['UK', { school: 'Oakfield School' }],
    ]),
  )('is asked for one around the first day of the school year, in %s', async (region, more) => {
    const { accountId, overview, letters } = await family({ plans: [{ status: 'Current' }], ...more })
    await db.run(sql`update account set renewal_status = 'Renewing' where id = ${accountId}`)
    const year = tuitionYearOf(dateIn(region, deps.clock()), region) + 1
    const startsOn = tuitionYearStart(year, region)
    const daysLeft = (days: number) => goTo(addDays(startsOn, -days), region)
    await daysLeft(31)
    expect(await stalled(accountId)).toEqual([])
    await daysLeft(30)
    expect(await stalled(accountId)).toMatchObject([
      {
        id: accountId,
        about: expect.stringContaining(`the school year begins on ${formatDateCompact(startsOn)}`),
      },
    ])
    await daysLeft(8)
    await remindOfUnfinished(deps)
    expect(problemOf(await overview())).toBeUndefined()
    expect(await letters()).toEqual([])
    await daysLeft(7)
    await remindOfUnfinished(deps)
    expect(problemOf(await overview())).toMatchObject({
      reason: 'NoPlan',
      startsOn,
      isPast: false,
      canEdit: true,
    })
    expect(await letters()).toMatchObject([{ facts: { tuitionYear: year, status: 'NoPlan', isPast: false } }])
  })

  itLong('is told to ask us where staff have blocked its plans', async () => {
    const { accountId, email, overview, letters } = await family({
      plans: [{ status: 'Current' }],
      canEditOrAddPlan: false,
    })
    await db.run(sql`update account set renewal_status = 'Renewing' where id = ${accountId}`)
    const startsOn = tuitionYearStart(tuitionYearOf(dateIn('AU', deps.clock()), 'AU') + 1, 'AU')
    await goTo(addDays(startsOn, 1), 'AU')
    await remindOfUnfinished(deps)
    expect(problemOf(await overview())).toMatchObject({ reason: 'NoPlan', isPast: true, canEdit: false })
    expect(await stalled(accountId)).toMatchObject([{ about: expect.stringContaining('blocked') }])
    expect(await letters()).toHaveLength(1)
    const { text } = await server.message(email, 'email')
    expect(text).toContain('Our team is looking into it')
    expect(text).toContain(formatDate(startsOn))
  })
})
