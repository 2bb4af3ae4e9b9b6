import { afterEach, describe, expect, it } from 'vitest'
import type { StaffChangedPlan } from '#contract/staff-plan-changes.ts'
import { addDays, calendarDate } from '#domain/calendar/calendar.ts'
import { nextBusinessDay } from '#domain/calendar/holidays.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import { schoolId } from '#tools/demo/schools.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { firstOf } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { travelTo } from '#tools/testing/planner.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { runningPlans } from '#tools/testing/running-plan.ts'
import { testServer } from '#tools/testing/server.ts'
import { staffCommand } from '#tools/testing/staff-command.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { call, deps } = server
const { goTo, run } = daysOf(server)
const familyWithPlan = runningPlans(server)
await travelTo(server, '2027-03-01T01:00:00Z')
let staff = await addStaff(server, 'operations')
const admin = await addStaff(server, 'admin')
afterEach(() => expectSoundLedger(server))

type Family = Awaited<ReturnType<typeof familyWithPlan>>

const change = ({ accountId, year }: Family, what: string, body: object) =>
  call(`POST /api/staff/accounts/${accountId}/plans/${year}/${what}`, {
    token: staff.token,
    body: { reason: 'They called', ...body },
  })
const daysLater = (day: string, days: number) =>
  nextBusinessDay(addDays(calendarDate(day), days), calendars.AU)
const ops = (...words: string[]) => staffCommand(words, { OPS_URL: server.url, OPS_TOKEN: staff.token })

async function actionsOn({ accountId }: Family) {
  const rows = await deps.db.many<{ action: string }>(sql`
    select action from audit_event where subject_id = ${accountId} and actor_id = ${staff.staffId}
      and details ->> 'reason' = 'They called' order by at, id`)
  return rows.map(({ action }) => action)
}

describe('Staff change a running plan for a family', () => {
  it('and see what it means before anything changes', async () => {
    const family = await familyWithPlan()
    const before = await family.state()
    const [first, second] = (await family.flexible()).coming
    const { status, body } = await change(family, 'skip-payments', {
      isPreview: true,
      dueOn: [first!.dueOn],
      outcome: 'Spread',
    })
    expect(status).toBe(200)
    const { changeId, consequences } = body as StaffChangedPlan
    expect(changeId).toBeNull()
    expect(consequences.total.after).toBe(consequences.total.before)
    expect(consequences.payments[0]).toMatchObject({ dueOn: first!.dueOn, after: null })
    const raised = consequences.payments[1]!
    expect(raised.dueOn).toBe(second!.dueOn)
    expect(raised.after!.amount).toBeGreaterThan(raised.before!.amount)
    expect(await family.state()).toEqual(before)
    expect(await family.letters()).toEqual([])
  })

  it('beyond the numbers that bind the family, on record, and the family is told', async () => {
    const family = await familyWithPlan()
    const before = await family.state()
    const total = await family.total()
    const { coming } = await family.flexible()
    const three = coming.slice(0, 3).map(({ dueOn }) => dueOn)
    const skipped = await change(family, 'skip-payments', { dueOn: three, outcome: 'AtEnd' })
    expect(skipped).toMatchObject({ status: 200 })
    const moves: string[] = []
    for (const { dueOn, on } of coming.slice(5, 8)) {
      const moved = await change(family, 'move-payment', { dueOn, to: daysLater(on, 2) })
      expect(moved.status).toBe(200)
      moves.push(moved.body.changeId)
    }
    expect(await family.flexible()).toMatchObject({ movesLeft: 0, skipsLeft: 0 })
    expect(await family.total()).toBe(total)
    for (const changeId of [...moves, skipped.body.changeId])
      expect(await change(family, 'undo-change', { changeId })).toMatchObject({ status: 200 })
    expect(await family.state()).toEqual(before)
    const flexible = await family.flexible()
    expect(new Set(flexible.changes.map(({ by, status }) => `${by} ${status}`))).toEqual(
      new Set(['Staff Undone']),
    )
    expect(await actionsOn(family)).toEqual([
      'PaymentsSkipped',
      ...moves.map(() => 'PaymentMoved'),
      ...[...moves, ''].map(() => 'PlanChangeUndone'),
    ])
    expect((await family.letters()).map(({ status }) => status)).toEqual([
      ...Array.from({ length: 4 }, () => 'Made'),
      ...Array.from({ length: 4 }, () => 'Undone'),
    ])
  })

  it.each<[string, (family: Family) => ReturnType<typeof change>, string]>(
    firstOf(1, [
      [
        'a move to a Sunday',
        async (family) => {
          const [next] = (await family.flexible()).coming
          let sunday = addDays(calendarDate(next!.on), 1)
          while (new Date(sunday).getUTCDay() !== 0) sunday = addDays(sunday, 1)
          return change(family, 'move-payment', { dueOn: next!.dueOn, to: sunday })
        },
        'day_not_offered',
      ],
      [
        'a skip after which nothing follows',
        async (family) => {
          const last = (await family.flexible()).coming.at(-1)
          return change(family, 'skip-payments', { dueOn: [last!.dueOn], outcome: 'Spread' })
        },
        'skip_not_possible',
      ],
      [
        'a change of another version of the plan',
        async (family) => {
          const [next] = (await family.flexible()).coming
          return change(family, 'skip-payments', { dueOn: [next!.dueOn], outcome: 'Spread', version: 99 })
        },
        'plan_changed',
      ],
      [
        'what the family waits for an answer to',
        async (family) => {
          const three = (await family.flexible()).coming.slice(0, 3).map(({ dueOn }) => dueOn)
          await family.skip(three, 'Spread')
          return change(family, 'skip-payments', { dueOn: three, outcome: 'Spread' })
        },
        'skip_not_possible',
      ],
    ]),
  )('but not %s', async (_, ask, code) => {
    const family = await familyWithPlan()
    const before = await family.state()
    expect(await ask(family)).toMatchObject({ status: 409, body: { code } })
    expect(await family.state()).toEqual(before)
  })

  itLong('from the command line, which prints every payment before it acts', async () => {
    const family = await familyWithPlan()
    const before = await family.state()
    const [first] = (await family.flexible()).coming
    const words = ['plans', 'skip-payments', family.accountId, '--year', String(family.year)]
    words.push('--due', first!.dueOn, '--how', 'spread', '--reason', 'They called')
    const preview = await ops(...words)
    expect(preview).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Total now +(\S+)\nTotal then +\1\n/),
    })
    expect(preview.out).toContain('Nothing is changed yet')
    expect(await family.state()).toEqual(before)
    expect(await ops(...words, '--yes')).toMatchObject({
      code: 0,
      out: 'Changed. The family is notified.\n',
      err: expect.stringContaining('skipped'),
    })
    expect((await family.flexible()).coming[0]?.dueOn).not.toBe(first!.dueOn)
    const shown = await ops('plans', 'changes', family.accountId, '--year', String(family.year))
    const [made] = (await family.flexible()).changes
    const shortId = made!.id.slice(0, 8)
    expect(shown.out).toContain(shortId)
    const undo = ['plans', 'undo-change', family.accountId, shortId, '--year', String(family.year)]
    const undone = await ops(...undo, '--reason', 'They called', '--yes')
    expect(undone.code).toBe(0)
    expect(await family.state()).toEqual(before)
  })

  itLong('and see what a request would come to', async () => {
    const family = await familyWithPlan()
    const three = (await family.flexible()).coming.slice(0, 3).map(({ dueOn }) => dueOn)
    const { body } = await family.skip(three, 'AtEnd')
    const path = `GET /api/staff/accounts/${family.accountId}/plans/${family.year}/changes`
    const shown = await call(path, { token: staff.token })
    expect(shown.body.asked).toMatchObject({ changeId: body.changeId, whyNot: null })
    expect(shown.body.asked.consequences.lastOn.after > shown.body.asked.consequences.lastOn.before).toBe(
      true,
    )
    expect(await ops('reviews', 'approve', shown.body.asked.reviewId, '--reason', 'Fine')).toMatchObject({
      code: 0,
    })
    expect((await family.flexible()).changes[0]).toMatchObject({ status: 'Made' })
  })
})

describe("A school's rules", () => {
  const set = (flexibility: object) =>
    call(`PUT /api/staff/schools/${schoolId('Wattle Grove College')}`, {
      token: admin.token,
      body: { flexibility, reason: 'The bursar' },
    })

  it('are what its families then see, and are the usual where nothing is set', async () => {
    const family = await familyWithPlan()
    const usual = (await family.flexible()).rules
    const { body } = await set({ mostSkipped: 1, mayEndLater: false, movesPerYear: 5 })
    expect(body.flexibility).toMatchObject({ mostSkipped: 1, movesPerYear: 5, skipsPerYear: null })
    expect((await family.flexible()).rules).toEqual({
      ...usual,
      mostSkipped: 1,
      mayEndLater: false,
      movesPerYear: 5,
    })
    // What is left out stays, and null is the usual again.
    await set({ mostSkipped: null, mayEndLater: null })
    expect(await family.flexible()).toMatchObject({ rules: { ...usual, movesPerYear: 5 }, movesLeft: 5 })
    await set({ movesPerYear: null })
    expect((await family.flexible()).rules).toEqual(usual)
  })

  it.each([
    ['more moves than there may be', { movesPerYear: 13 }],
    ['a payment later than a month', { mostDaysLater: 32 }],
    ['four payments at a time', { mostSkipped: 4 }],
    ['a plan that ends in the next summer', { monthsAfterYear: 7 }],
    ['less than none', { skipsPerYear: -1 }],
    ['half a move', { movesPerYear: 1.5 }],
    ['a word for a number', { movesPerYear: 'many' }],
    ['a rule that does not exist', { isGenerous: true }],
  ])('are refused for %s', async (_, flexibility) => {
    expect(await set(flexibility)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  itLong('are set and shown from the command line', async () => {
    const command = (...words: string[]) =>
      staffCommand(words, { OPS_URL: server.url, OPS_TOKEN: admin.token })
    const to = (value: string) =>
      command('schools', 'set-flexibility', 'wattle', '--moves', value, '--reason', 'The bursar')
    expect(await to('1')).toMatchObject({ code: 0, out: expect.stringMatching(/--moves +1 \(/) })
    expect((await command('schools', 'flexibility', 'wattle')).out).toMatch(/--skips +2, as usual \(/)
    expect(await to('usual')).toMatchObject({ code: 0, out: expect.stringMatching(/--moves +2, as usual/) })
    expect(await to('99')).toMatchObject({ code: 1 })
  })
})

describe('The cut-off', () => {
  it('binds staff too', async () => {
    const family = await familyWithPlan()
    const [next] = (await family.flexible()).coming
    const until = changeableUntil(calendarDate(next!.on), calendars.AU)
    await goTo(until, 'AU')
    await run()
    await goTo(addDays(until, 1), 'AU')
    staff = await addStaff(server, 'operations')
    for (const [what, body] of [
      ['skip-payments', { dueOn: [next!.dueOn], outcome: 'Spread' }],
      ['move-payment', { dueOn: next!.dueOn, to: daysLater(next!.on, 3) }],
    ] as const)
      expect(await change(family, what, body)).toMatchObject({
        status: 409,
        body: { code: 'payment_locked' },
      })
  })
})
