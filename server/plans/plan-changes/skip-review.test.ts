import { afterEach, describe, expect, it } from 'vitest'
import type { QueueItem } from '#contract/staff-queue.ts'
import { addDays, calendarDate, formatDateCompact } from '#domain/calendar/calendar.ts'
import { addBusinessDays, nextBusinessDay } from '#domain/calendar/holidays.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { firstOf } from '#tools/testing/long.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { travelTo } from '#tools/testing/planner.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { runningPlans } from '#tools/testing/running-plan.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { call, deps } = server
const { goTo, run, today } = daysOf(server)
const familyWithPlan = runningPlans(server)
await travelTo(server, '2027-03-01T01:00:00Z')
let { token } = await addStaff(server, 'operations')
afterEach(() => expectSoundLedger(server))

/** A family that has asked to skip its next three payments, and the review of it. */
async function asking(outcome: 'Spread' | 'AtEnd' = 'Spread') {
  const family = await familyWithPlan()
  const coming = (await family.flexible()).coming.slice(0, 3)
  const { body } = await family.skip(
    coming.map(({ dueOn }) => dueOn),
    outcome,
  )
  expect(body).toMatchObject({ status: 'Asked' })
  const review = await queued(family.accountId)
  return { ...family, asked: coming, changeId: String(body.changeId), reviewId: review?.id ?? '', review }
}

async function queued(accountId: string): Promise<QueueItem | undefined> {
  const { body } = await call('GET /api/staff/queue?kind=Skip&limit=500', { token })
  return (body.items as QueueItem[]).find((item) => item.accountId === accountId)
}

const decide = (reviewId: string, decision: 'approve' | 'decline', reason: string) =>
  call(`POST /api/staff/reviews/${reviewId}/${decision}`, { token, body: { reason } })

describe('A request to skip payments', () => {
  it('waits in the queue with what it is about and until when it is to be answered', async () => {
    const { review, asked, letters } = await asking()
    const answerBy = addBusinessDays(today('AU'), 2, calendars.AU)
    const about = review?.about
    expect(about).toContain(`skip 3 of the payments from ${formatDateCompact(asked[0]!.on)}`)
    expect(about).toContain(`answer by ${formatDateCompact(answerBy)}`)
    expect(review?.amount).toBe(asked.reduce((sum, { amount }) => sum + amount, 0) / 100)
    expect(await letters()).toMatchObject([{ status: 'Asked', answerBy, undoUntil: null }])
  })

  it('is looked at with the payments before and after, and what was granted is taken back once', async () => {
    const family = await asking()
    const before = await family.state()
    const show = async () => (await call(`GET /api/staff/reviews/${family.reviewId}`, { token })).body
    const page = await show()
    expect(page).toMatchObject({ kind: 'Skip', status: 'Open', approve: { undo: { isPossible: true } } })
    const [{ rows }] = page.compared.groups
    expect(rows.slice(0, 3).map((row: { askedFor: string }) => row.askedFor)).toEqual(
      Array(3).fill('Skipped'),
    )
    expect(rows[3]).toMatchObject({ isChanged: true, difference: expect.stringMatching(/^\+\$/) })
    expect(page.checks.map(({ state }: { state: string }) => state)).not.toContain('Wrong')
    expect((await decide(family.reviewId, 'approve', 'Known to us')).status).toBe(200)
    const undo = () =>
      call(`POST /api/staff/reviews/${family.reviewId}/undo`, { token, body: { reason: 'Another family' } })
    expect((await undo()).status).toBe(200)
    expect(await family.state()).toEqual(before)
    expect((await show()).decision).toMatchObject({
      undoneAt: expect.any(String),
      undo: { isPossible: false },
    })
    expect((await undo()).body.code).toBe('cannot_be_undone')
  })

  it.each(firstOf(1, ['Spread', 'AtEnd'] as const))(
    'that is granted is calculated on the plan of that moment, and can be undone (%s)',
    async (outcome) => {
      const family = await asking(outcome)
      const total = await family.total()
      const fourth = (await family.flexible()).coming[3]!
      const to = nextBusinessDay(addDays(calendarDate(fourth.on), 2), calendars.AU)
      expect((await family.move(fourth.dueOn, to)).status).toBe(200)
      const before = await family.state()

      expect(await decide(family.reviewId, 'approve', 'Known to us for years')).toMatchObject({ status: 200 })
      const flexible = await family.flexible()
      const skipped = family.asked.map(({ dueOn }) => dueOn)
      expect(flexible.coming.filter(({ dueOn }) => skipped.includes(dueOn))).toEqual([])
      expect(flexible.coming[0]).toMatchObject({ dueOn: fourth.dueOn, on: to })
      expect(flexible).toMatchObject({
        whyNot: null,
        skipsLeft: 0,
        changes: [{ id: family.changeId, status: 'Made', by: 'You' }, { status: 'Made' }],
      })
      expect(await family.total()).toBe(total)
      expect((await family.letters()).at(-1)).toMatchObject({ status: 'Made', answer: { reason: null } })
      expect(await queued(family.accountId)).toBeUndefined()

      expect(await family.undo(family.changeId)).toMatchObject({ body: { status: 'Undone' } })
      expect(await family.state()).toEqual(before)
    },
  )

  it('that is declined leaves the plan, and the family reads why', async () => {
    const family = await asking()
    const before = await family.state()
    const reason = 'The school needs the fees this term.'
    expect(await decide(family.reviewId, 'decline', reason)).toMatchObject({ status: 200 })
    expect(await family.state()).toEqual(before)
    expect(await family.flexible()).toMatchObject({ whyNot: null, changes: [{ status: 'Declined', reason }] })
    expect((await family.letters()).at(-1)).toMatchObject({ status: 'Declined', answer: { reason } })
    const audited = await deps.db.many(sql`
      select details ->> 'reason' as reason from audit_event
      where subject_id = ${family.accountId} and action = 'SkipDeclined'`)
    expect(audited).toEqual([{ reason }])
  })

  const decisions = [
    ['granted', 'approve', 'already_decided'],
    ['declined', 'decline', 'already_decided'],
  ] as const
  it.each(firstOf(1, decisions))('is not decided twice once it is %s', async (_, decision, code) => {
    const { reviewId } = await asking()
    const both = await Promise.all([decide(reviewId, decision, 'One'), decide(reviewId, decision, 'Other')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe(code)
  })

  it('that is withdrawn leaves the queue, and cannot be granted any more', async () => {
    const family = await asking()
    expect(await family.undo(family.changeId)).toMatchObject({ body: { status: 'Withdrawn' } })
    expect(await queued(family.accountId)).toBeUndefined()
    expect(await decide(family.reviewId, 'approve', 'Yes')).toMatchObject({
      status: 409,
      body: { code: 'already_decided' },
    })
    expect(await family.flexible()).toMatchObject({ whyNot: null, changes: [{ status: 'Withdrawn' }] })
  })

  it('is refused once the first payment is about to be collected, and can still be declined', async () => {
    const family = await asking()
    const until = changeableUntil(calendarDate(family.asked[0]!.on), calendars.AU)
    await goTo(until, 'AU')
    await run()
    await goTo(addDays(until, 1), 'AU')
    token = (await addStaff(server, 'operations')).token
    const before = await family.state()
    const reply = await decide(family.reviewId, 'approve', 'Yes')
    expect(reply).toMatchObject({ status: 409, body: { code: 'skip_not_possible' } })
    expect(reply.body.msg).toContain('It can only be declined.')
    expect(await family.state()).toEqual(before)
    expect(await decide(family.reviewId, 'decline', 'We were too slow.')).toMatchObject({ status: 200 })
  })

  it('is refused while a payment is overdue', async () => {
    const family = await asking()
    await deps.db.run(sql`
      update instalment set status = 'Retrying', retry_on = ${today('AU')} where account_id = ${family.accountId}
        and due_on = (select max(due_on) from instalment where account_id = ${family.accountId})`)
    expect((await decide(family.reviewId, 'approve', 'Yes')).body).toMatchObject({
      code: 'skip_not_possible',
      msg: 'A payment of this plan is overdue. It has to be paid first. Nothing has changed.',
    })
  })
})
