import { afterEach, describe, expect, it } from 'vitest'
import type { PlanMaterialReply } from '#contract/payment-schedule.ts'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { bankCalendar, isBusinessDay, type Holiday } from '#domain/calendar/holidays.ts'
import { regions } from '#domain/region.ts'
import { noticeDay } from '#domain/repayments.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import { visaCredit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { ruledHolidays, seededYears } from '#tools/testing/holiday-rules.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { planner, planOf, setFees, travelTo, type Planner } from '#tools/testing/planner.ts'
import { readCalendar } from '#tools/testing/read-calendar.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { callTo, testServer } from '#tools/testing/server.ts'
import { startBeside, startRepaymentRun } from '#tools/testing/server-process.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { calculate } from '#web/features/payment-schedule/calculate.ts'
import { toPlannerFacts } from '#web/features/plan/planner-facts.ts'
import { sql } from '../../platform/database/sql.ts'
import { lockHolidays, loadHolidays } from '../../plans/holidays/known-holidays.ts'
import { runRepayments } from '../../plans/repayments/run-repayments.ts'
import { warnOfMissingHolidays } from '../../plans/holidays/missing-holidays.ts'

const server = await testServer()
const { call, deps } = server
const { goTo, run, today } = daysOf(server)
await travelTo(server, '2027-01-11T02:00:00Z')

const mourning = 'Day of Mourning'

// Each test starts with the holidays that a new database has.
afterEach(async () => {
  await deps.db.run(sql`delete from holiday where name in (${mourning}, 'First of its year')`)
  await loadHolidays(deps.db)
  await expectSoundLedger(server)
})

async function asAdmin(methodAndPath: string, body?: object) {
  const { token } = await addStaff(server, 'admin')
  return call(methodAndPath, { token, ...(body && { body: { reason: 'Proclaimed', ...body } }) })
}

const preview = (date: string) => asAdmin(`GET /api/staff/holidays/preview?region=AU&date=${date}`)
const add = (date: string, name = mourning) =>
  asAdmin('POST /api/staff/holidays', { region: 'AU', date, name })
const remove = (date: string) => asAdmin('POST /api/staff/holidays/remove', { region: 'AU', date })

/** A family that has no plan yet. */
async function newParent(): Promise<Planner> {
  const parent = await planner(server, {
    sources: [visaCredit()],
    students: [{ firstName: 'Ada', level: 'Year 9' }],
  })
  await setFees(server, 'Wattle Grove College', 2027, [{ name: 'Tuition', amount: 11_845 }])
  return parent
}

/** A family that pays every second week from a day on. */
async function newFamily(startDate: string): Promise<Planner> {
  const parent = await newParent()
  const { status } = await parent.save({ startDate, repaymentCount: 10, version: null })
  expect(status).toBe(200)
  return parent
}

const collected = async (parent: Planner) => (await parent.instalments()).map(({ collect }) => collect)

async function nextOf(parent: Planner) {
  await parent.logInAgain()
  return (await parent.get('overview')).body.nextRepayment
}

type Told = { collectOn: CalendarDate; movedFrom?: { day: CalendarDate; reason: string | null } }

async function toldOf({ accountId }: Planner): Promise<Told[]> {
  const rows = await deps.db.many<{ facts: Told }>(sql`
    select facts from outbox_message where account_id = ${accountId} and kind = 'UpcomingDebit'
    order by created_at, id`)
  return rows.map(({ facts }) => facts)
}

const daysTold = async (parent: Planner) => (await toldOf(parent)).map(({ collectOn }) => collectOn)

/** Announces the first payment of a family. */
async function announce(parent: Planner, collectOn: CalendarDate) {
  await goTo(noticeDay(collectOn, calendars.AU), 'AU')
  await run()
  expect(await daysTold(parent)).toEqual([collectOn])
}

describe('The holidays of a new database', () => {
  it.each(regions)('of %s follow the rules in every year', async (region) => {
    const { token } = await addStaff(server, 'support')
    for (const year of seededYears) {
      const { body } = await call(`GET /api/staff/holidays?region=${region}&year=${year}`, { token })
      expect(body.holidays).toEqual(ruledHolidays(region, year))
    }
  })

  it("have the King's Birthday: a payment due on it is collected on the Tuesday, on the page and by the bank", async () => {
    const parent = await newParent()
    const { body } = await parent.save({ startDate: '2027-05-17', repaymentCount: 4, version: null })
    expect(body.payments[2]).toMatchObject({ dueDate: '2027-06-14', date: '2027-06-15' })
    expect((await collected(parent))[2]).toBe('2027-06-15')
  })
})

describe('A holiday that is added', () => {
  it('moves what nobody was told of, wherever it is shown, and tells nobody; removed, it restores it', async () => {
    const parent = await newFamily('2027-02-10')
    const made = await parent.post('calendar-feed')
    const { pathname } = new URL(made.body.feed.url)
    const inFeed = async () => {
      const { parts } = readCalendar(await (await fetch(new URL(pathname, server.url))).text())
      return [parts[2]?.lines.get('DTSTART;VALUE=DATE'), Number(parts[2]?.lines.get('SEQUENCE'))] as const
    }
    const [, sequence] = await inFeed()
    const before = await collected(parent)
    expect(before[2]).toBe('2027-03-10')

    const expected = { from: '2027-03-10', to: '2027-03-11', instalments: 1, accounts: 1, announcedAnew: 0 }
    expect((await preview('2027-03-10')).body).toMatchObject({ change: 'Add', ...expected })
    expect(await collected(parent)).toEqual(before)
    expect((await add('2027-03-10')).body).toMatchObject({ change: 'Add', name: mourning, ...expected })

    expect(await collected(parent)).toEqual(before.with(2, '2027-03-11'))
    const { payments } = await parent.schedule(2027)
    expect(payments[2]).toMatchObject({ dueDate: '2027-03-10', date: '2027-03-11' })
    expect(await inFeed()).toEqual(['20270311', sequence + 1])

    const back = { from: '2027-03-11', to: '2027-03-10', instalments: 1, accounts: 1, announcedAnew: 0 }
    expect((await preview('2027-03-10')).body).toMatchObject({ change: 'Remove', ...back })
    expect((await remove('2027-03-10')).body).toMatchObject({ change: 'Remove', name: mourning, ...back })
    expect(await collected(parent)).toEqual(before)
    expect(await inFeed()).toEqual(['20270310', sequence + 2])
    await run()
    expect(await toldOf(parent)).toEqual([])
  })

  itLong(
    'moves the last day to change a plan, and gives the portal the days with which it calculates the same',
    async () => {
      const parent = await newParent()
      const schedule = { startDate: '2027-03-05', repaymentCount: 10, version: null }
      const shown = async () => {
        const material = (await parent.get('plan-material?year=2027')).body as PlanMaterialReply
        const calendar = bankCalendar('AU', material.holidays as Holiday[])
        const own = calculate(toPlannerFacts(material, calendar), planOf(schedule))
        const { body } = await parent.calculate(schedule)
        expect(own).toMatchObject({ kind: 'plan', plan: { payments: body.payments } })
        return body.payments[0].date
      }
      expect(await shown()).toBe('2027-03-05')
      await add('2027-03-05')
      expect(await shown()).toBe('2027-03-08')
      expect((await parent.save(schedule)).body.payments[0].date).toBe('2027-03-08')
      const { body } = await parent.get('overview')
      expect(body.activePlan.config.editableUntil).toBe('2027-03-03')
    },
  )

  it('closes the banks on a day that was announced: taken on the next business day, of which the family is told once', async () => {
    const parent = await newFamily('2027-02-05')
    await announce(parent, calendarDate('2027-02-05'))
    expect((await preview('2027-02-05')).body).toMatchObject({ instalments: 0, announcedAnew: 1 })
    expect(await toldOf(parent)).toHaveLength(1)
    expect((await add('2027-02-05')).body).toMatchObject({ instalments: 0, announcedAnew: 1 })
    await run()
    await run()
    const [, second, ...more] = await toldOf(parent)
    expect(second).toMatchObject({
      collectOn: '2027-02-08',
      movedFrom: { day: '2027-02-05', reason: mourning },
    })
    expect(more).toEqual([])
    const { text } = await server.message(parent.email, 'email')
    expect(text).toContain('We told you that this payment would be on Friday 5 February 2027.')
    expect(text).toContain(`The banks are closed that day (${mourning}).`)
    expect(text).toContain('We will take it on Monday 8 February 2027 instead.')
    expect(await nextOf(parent)).toMatchObject({
      date: '2027-02-08',
      dueNote: `due Fri 5 February, ${mourning}`,
    })

    await goTo(calendarDate('2027-02-05'), 'AU')
    await run()
    expect(await paymentsOf(server, parent.accountId)).toEqual([])
    await goTo(calendarDate('2027-02-08'), 'AU')
    await run()
    await run()
    expect(await paymentsOf(server, parent.accountId)).toHaveLength(1)
    expect(await toldOf(parent)).toHaveLength(2)
  })

  itLong('and removed again leaves a family the day that it was told last, and tells nobody', async () => {
    const parent = await newFamily('2027-02-12')
    await announce(parent, calendarDate('2027-02-12'))
    await add('2027-02-12')
    expect(await daysTold(parent)).toEqual(['2027-02-12', '2027-02-15'])
    expect((await remove('2027-02-12')).body).toMatchObject({ instalments: 0, announcedAnew: 0 })
    expect((await add('2027-02-12')).body).toMatchObject({ instalments: 0, announcedAnew: 0 })
    expect((await remove('2027-02-12')).body).toMatchObject({ instalments: 0, announcedAnew: 0 })
    await run()
    expect(await daysTold(parent)).toEqual(['2027-02-12', '2027-02-15'])
    expect(await nextOf(parent)).toMatchObject({ date: '2027-02-15' })
    await goTo(calendarDate('2027-02-12'), 'AU')
    await run()
    expect(await paymentsOf(server, parent.accountId)).toEqual([])
    await goTo(calendarDate('2027-02-15'), 'AU')
    await run()
    expect(await paymentsOf(server, parent.accountId)).toHaveLength(1)
  })

  itLong(
    'is known to every process: to one that calculates and saves, and to one that collects',
    async () => {
      const early = await newFamily('2027-03-19')
      const beside = await startBeside(server, { JOBS: 'elsewhere' })
      const there = callTo(beside.url)
      await add('2027-03-19')
      const late = await newParent()
      const path = `/api/portal/customer/account/${late.accountId}`
      const body = planOf({ startDate: '2027-03-19', repaymentCount: 8, version: null })
      const shown = await there(`POST ${path}/calculate-plan`, { token: late.token, body })
      expect(shown.body.payments[0].date).toBe('2027-03-22')
      const saved = await there(`POST ${path}/save-plan`, { token: late.token, body })
      expect(saved.body.payments[0].date).toBe('2027-03-22')
      expect((await collected(late))[0]).toBe('2027-03-22')
      beside.child.kill()
      await beside.exit

      await goTo(noticeDay(calendarDate('2027-03-22'), calendars.AU), 'AU')
      await run()
      for (const parent of [early, late]) expect(await daysTold(parent)).toEqual(['2027-03-22'])
      await goTo(calendarDate('2027-03-19'), 'AU')
      await startRepaymentRun(server).exit
      for (const { accountId } of [early, late]) expect(await paymentsOf(server, accountId)).toEqual([])
    },
  )

  it('waits for those who are promising days, who then know it in their next transaction', async () => {
    const isWaiting = async () =>
      (
        await deps.db.many(sql`
        select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`)
      ).length
    const change = await deps.db.transaction(async (tx) => {
      await lockHolidays(tx)
      const adding = add('2027-08-02')
      await expect.poll(isWaiting).toBe(1)
      expect(isBusinessDay(calendarDate('2027-08-02'), bankCalendarOf('AU'))).toBe(true)
      return { adding }
    })
    expect((await change.adding).status).toBe(200)
    await deps.db.transaction(lockHolidays)
    expect(isBusinessDay(calendarDate('2027-08-02'), bankCalendarOf('AU'))).toBe(false)
  })

  itLong(
    'amid runs and families that save their plans leaves each with one day, told as it is taken',
    async () => {
      const day = calendarDate('2027-04-16')
      const families: Planner[] = []
      for (let count = 0; count < 4; count += 1) families.push(await newFamily(day))
      await goTo(noticeDay(day, calendars.AU), 'AU')
      for (let count = 0; count < 3; count += 1) families.push(await newParent())
      const savers = families.slice(4)
      const other = startRepaymentRun(server)
      const [added, , , ...saved] = await Promise.all([
        add(day),
        runRepayments(deps),
        runRepayments(deps),
        ...savers.map((parent) => parent.save({ startDate: day, repaymentCount: 4, version: null })),
      ])
      await other.exit
      expect(saved.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(added.status).toBe(200)
      await run()
      for (const parent of families) {
        expect((await collected(parent))[0]).toBe('2027-04-19')
        const told = await daysTold(parent)
        // Before the change or after it, but never both days twice.
        expect([[day, '2027-04-19'], ['2027-04-19']]).toContainEqual(told)
        expect((await nextOf(parent)).date).toBe(told.at(-1))
      }
      await goTo(day, 'AU')
      await run()
      for (const { accountId } of families) expect(await paymentsOf(server, accountId)).toEqual([])
      await goTo(calendarDate('2027-04-19'), 'AU')
      await Promise.all([runRepayments(deps), runRepayments(deps)])
      await run()
      for (const { accountId } of families) expect(await paymentsOf(server, accountId)).toHaveLength(1)
    },
  )
})

describe('A change of holidays', () => {
  it.each([
    ['today', () => today('AU'), 'Must be a future day: today’s payments are already on their way'],
    ['at a weekend', () => '2030-06-15', 'Is at a weekend, when banks are closed anyway'],
    ['on a holiday', () => '2030-06-10', 'Is a holiday in AU already'],
    ['at the end of the known years', () => '2036-12-31', /^Enter the holidays of 2037 in AU first/],
  ])('is refused %s, with a reason', async (_, date, problem) => {
    const { status, body } = await add(date())
    expect([status, body.fields.date]).toEqual([
      400,
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    ])
  })

  it('cannot remove what is no holiday', async () => {
    expect((await remove('2030-06-11')).status).toBe(404)
  })

  it('leaves a trace of who made it, why, and what moved', async () => {
    await add('2030-09-02')
    await remove('2030-09-02')
    const events = await deps.db.many<{ action: string; details: object }>(sql`
      select action, details from audit_event where details->>'date' = '2030-09-02' order by at, action`)
    const details = { region: 'AU', name: mourning, reason: 'Proclaimed', announcedAnew: '0' }
    expect(events).toMatchObject([
      { action: 'HolidayAdded', details: { ...details, moved: '0 from 2030-09-02 to 2030-09-03' } },
      { action: 'HolidayRemoved', details: { ...details, moved: '0 from 2030-09-03 to 2030-09-02' } },
    ])
  })

  it('begins a new year, which counts as missing until it is complete', async () => {
    const first = await add('2037-01-01', 'First of its year')
    expect(first.body).toMatchObject({ instalments: 0, to: '2037-01-02' })
    expect((await remove('2037-01-01')).body.fields.date).toMatch(/^Is the only holiday of its year/)
    const { body } = await asAdmin('GET /api/staff/holidays?region=AU&year=2037')
    expect(body.holidays).toEqual([{ date: '2037-01-01', name: 'First of its year' }])
    const logged: object[] = []
    const log = { error: (facts: object, text: string) => logged.push({ ...facts, text }) } as never
    await warnOfMissingHolidays({ ...deps, log, clock: () => new Date('2035-02-01T00:00:00Z') })
    expect(logged).toMatchObject(regions.map((region) => ({ region, year: 2037 })))
    expect(logged[0]).toMatchObject({
      text: 'The holidays of 2037 in AU are missing. Enter each with `ops holidays add` before families plan that far.',
    })
  })

  it('is nothing that operators wait for while two years ahead are entered', async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain('larkwell_holiday_years_missing 0')
    const { body } = await asAdmin('GET /api/staff/holidays?region=UK&year=2027')
    expect(body.missingYears).toEqual([])
  })
})
