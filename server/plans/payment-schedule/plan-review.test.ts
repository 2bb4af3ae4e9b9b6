import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { insertStaff, staffId } from '#tools/demo/staff.ts'
import { firstOf } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { planner, setFees, travelTo, type Planner } from '#tools/testing/planner.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import type { StaffActor } from '../../people/audit/staff-audit.ts'
import { approvePlan, changePlan, declinePlan } from './plan-review.ts'
import { endTemporaryPlan, startTemporaryPlan } from './temporary-plan.ts'

const server = await testServer()
const { deps } = server
await travelTo(server, '2027-01-18T02:00:00Z')
await insertStaff(deps.db, deps.clock())

const staff = {
  staffId: staffId('staff.ops'),
  email: 'staff.ops@demo.example',
  name: 'Ops',
  sessionId: 'session-1',
  sessionEndsAt: new Date(0),
  role: 'operations',
} as const
const actor = (reason = 'The school has confirmed it'): StaffActor => ({
  staff,
  reason,
  requestId: 'request-1',
})
const on = (date: string) => calendarDate(date)

const kindsTo = async ({ email }: Planner) =>
  (
    await deps.db.many<{ kind: string; facts: Record<string, unknown> }>(sql`
      select kind, facts from outbox_message where recipient = ${email} and channel = 'email' order by created_at, id`)
  ).map(({ kind, facts }) => [kind, facts['outcome'] ?? null, facts['reason'] ?? null])

const lastAction = ({ accountId }: Planner) =>
  deps.db.first<Record<string, any>>(sql`
    select action, actor_kind, actor_id, details from audit_event
    where subject_id = ${accountId} order by at desc, id limit 1`)

const reviewOf = ({ accountId }: Planner) =>
  deps.db.first<Record<string, any>>(sql`
    select status, reason, decided_by from review where account_id = ${accountId} and kind = 'Plan'`)

async function inReview() {
  const parent = await planner(server, {
    school: 'Redgum Academy',
    setupStatus: 'SetUpPaymentSchedule',
    isSetupIncomplete: true,
  })
  const { body } = await parent.save({})
  expect(body.planStatus).toBe('ManualReview')
  return { parent, saved: body, plan: { accountId: parent.accountId, planId: body.accountPlanId as string } }
}

describe('A plan in review', () => {
  it('becomes a promise when staff approve it, as it was saved', async () => {
    const { parent, plan, saved } = await inReview()
    // Fees that change meanwhile do not change what was looked at.
    await setFees(server, 'Redgum Academy', 2027, [{ name: 'Tuition', amount: 1_234 }])
    const approved = await approvePlan(deps, actor(), plan)
    const { payments: promised, ...rest } = approved
    const { payments: notYet, ...asSaved } = saved
    expect(rest).toEqual({
      ...asSaved,
      planStatus: 'Saved',
      nextRepaymentDate: '2027-02-05',
      lastSaved: { ...asSaved.lastSaved, byYou: false },
    })
    expect(notYet).toEqual([])
    expect(promised).toHaveLength(10)
    const payments = await parent.instalments()
    expect(payments).toHaveLength(10)
    expect(payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(Math.round(saved.totalAmount * 100))
    expect(await reviewOf(parent)).toEqual({
      status: 'Approved',
      reason: 'The school has confirmed it',
      decided_by: staff.staffId,
    })
    expect(await lastAction(parent)).toMatchObject({
      action: 'PlanApproved',
      actor_kind: 'Staff',
      actor_id: staff.staffId,
      details: { planId: plan.planId, reason: 'The school has confirmed it' },
    })
    expect(await kindsTo(parent)).toEqual([
      ['PlanInReview', null, null],
      ['PlanReviewed', 'Approved', null],
    ])
    await expect(approvePlan(deps, actor(), plan)).rejects.toThrow('already_decided')
    await expect(declinePlan(deps, actor(), plan)).rejects.toThrow('already_decided')
  })

  it('is shown to staff with what the family asks for, and that they looked is on record', async () => {
    const parent = await planner(server, { school: 'Redgum Academy' })
    const { accountId } = parent
    await parent.save({}, { otherArrangementsRequest: 'We move in May' })
    const { token, staffId: viewer } = await addStaff(server, 'support')
    const show = (year: number) =>
      server.call(`GET /api/staff/accounts/${accountId}/plans/${year}`, { token })
    expect((await show(2027)).body).toMatchObject({
      planStatus: 'ManualReview',
      lastSaved: { by: 'Customer', byYou: false },
      variances: { otherArrangementsRequest: 'We move in May' },
      studentFeeBreakdown: [{ fees: expect.any(Array) }],
    })
    expect((await show(2028)).body).toEqual({ planStatus: 'None', planYear: 2028 })
    expect(await lastAction(parent)).toMatchObject({ action: 'PlanShown', actor_id: viewer })
    expect(await server.call(`GET /api/staff/accounts/${randomUUID()}/plans/2027`, { token })).toMatchObject({
      status: 404,
    })
  })

  itLong('says what is wrong with a change at the field that staff have sent', async () => {
    const { plan } = await inReview()
    const { token } = await addStaff(server, 'operations')
    const body = { tuitionYear: 2027, frequency: 'Term', startDate: '2027-02-08', count: 9, reason: 'Asked' }
    expect(
      await server.call(`POST /api/staff/accounts/${plan.accountId}/plans`, { token, body }),
    ).toMatchObject({
      status: 400,
      body: { fields: { count: 'Only 4 terms are left in this school year' } },
    })
  })

  it('goes back to the family as an estimate when staff decline it, with the reason', async () => {
    const { parent, plan } = await inReview()
    expect(await parent.setupStatus()).toBe('VerifyYourIdentity')
    expect(await declinePlan(deps, actor('No letter of the school'), plan)).toMatchObject({
      planStatus: 'Draft',
    })
    expect(await reviewOf(parent)).toMatchObject({ status: 'Declined', reason: 'No letter of the school' })
    expect((await kindsTo(parent)).at(-1)).toEqual(['PlanReviewed', 'Declined', 'No letter of the school'])
    expect(await parent.setupStatus()).toBe('SetUpPaymentSchedule')
    expect((await parent.save({ repaymentCount: 8 })).body).toMatchObject({
      planStatus: 'ManualReview',
      version: 2,
    })
  })

  it('can be changed by staff, in a rhythm that only they can set', async () => {
    await setFees(server, 'Redgum Academy', 2027, [{ name: 'Tuition', amount: 9_000 }])
    const { parent, plan } = await inReview()
    const [enrolmentId = ''] = parent.enrolmentIds
    const body = await changePlan(deps, actor('Agreed by telephone'), {
      accountId: plan.accountId,
      tuitionYear: 2027,
      frequency: 'Term',
      startDate: on('2027-02-08'),
      count: 4,
      variances: { standardFeeVariances: [{ enrolmentId, type: 'Scholarship', percent: 10 }] },
    })
    expect(body).toMatchObject({
      planStatus: 'Saved',
      version: 2,
      repaymentPeriod: 'Term',
      totalAmount: 8_100,
      periodicAmount: 2_025,
      repaymentCount: 4,
    })
    expect((await parent.instalments()).map(({ due }) => due)).toEqual([
      '2027-02-08',
      '2027-04-27',
      '2027-07-20',
      '2027-10-12',
    ])
    expect(await reviewOf(parent)).toMatchObject({ status: 'Approved' })
    expect((await kindsTo(parent)).at(-1)).toEqual(['PlanReviewed', 'Changed', 'Agreed by telephone'])
    expect(await lastAction(parent)).toMatchObject({
      action: 'PlanChangedInReview',
      details: { frequency: 'Fortnight → Term', reason: 'Agreed by telephone' },
    })
    expect((await parent.get('overview')).body.plans).toMatchObject([{ lastUpdatedByCustomer: false }])
  })

  it.each(
    firstOf(1, [
      ['TwicePerYear', ['2027-02-08', '2027-08-08']],
      ['Quarter', ['2027-02-08', '2027-05-08', '2027-08-08', '2027-11-08']],
      ['Year', ['2027-02-08']],
    ] as const),
  )('can be paid %s', async (frequency, dates) => {
    const parent = await planner(server)
    const wanted = { accountId: parent.accountId, tuitionYear: 2027, frequency, startDate: on('2027-02-08') }
    await changePlan(deps, actor(), { ...wanted, count: dates.length })
    expect((await parent.instalments()).map(({ due }) => due)).toEqual(dates)
    await expect(changePlan(deps, actor(), { ...wanted, count: 2, version: 7 })).rejects.toThrow(
      'plan_changed',
    )
    const term = { ...wanted, frequency: 'Term', count: 9 } as const
    await expect(changePlan(deps, actor(), term)).rejects.toThrow('invalid_request')
  })
})

describe('A running plan', () => {
  it('keeps what is paid when staff change it, and spreads the rest', async () => {
    const parent = await planner(server, { plans: [{ status: 'Current', isCollecting: true }] })
    const before = await parent.instalments()
    const kept = before.filter(({ status }) => status !== 'Scheduled')
    expect(kept.length).toBeGreaterThan(3)
    const plan = await parent.schedule()
    const changed = await changePlan(deps, actor(), {
      accountId: parent.accountId,
      tuitionYear: 2027,
      frequency: 'Month',
      startDate: on('2027-03-01'),
      count: 8,
      version: 1,
    })
    expect(changed).toMatchObject({
      planStatus: 'Current',
      version: 2,
      planStartDate: plan.planStartDate,
      repaymentCount: kept.length + 8,
      repaymentsMade: plan.repaymentsMade,
      totalAmount: plan.totalAmount,
      planEndDate: '2027-10-01',
      nextRepaymentDate: '2027-03-01',
    })
    const after = await parent.instalments()
    expect(after.filter(({ status }) => status !== 'Scheduled')).toEqual(kept)
    expect(after.reduce((sum, { amount }) => sum + amount, 0)).toBe(Math.round(plan.totalAmount * 100))
    expect(after.filter(({ status }) => status === 'Scheduled')).toHaveLength(8)
    expect(await lastAction(parent)).toMatchObject({ action: 'PlanChanged' })
  })

  itLong('is temporary for a while when staff say so', async () => {
    const parent = await planner(server, { plans: [{ status: 'Current' }] })
    const { accountPlanId } = await parent.schedule()
    const plan = { accountId: parent.accountId, planId: accountPlanId ?? '' }
    const type = async () => (await parent.get('overview')).body.activePlan.currentTailoredPlanType
    const hardship = { ...plan, type: 'ReducedPayments', until: on('2027-06-30') }
    await startTemporaryPlan(deps, actor('Hardship'), hardship)
    expect(await type()).toBe('ReducedPayments')
    expect(await lastAction(parent)).toMatchObject({
      action: 'TemporaryPlanStarted',
      details: { until: '2027-06-30', reason: 'Hardship' },
    })
    await endTemporaryPlan(deps, actor(), plan)
    expect(await type()).toBeNull()
    expect((await kindsTo(parent)).map(([kind]) => kind)).toEqual(['TemporaryPlanEnded'])
    await expect(endTemporaryPlan(deps, actor(), plan)).rejects.toThrow('not_possible')
    const past = { ...hardship, until: on('2027-01-18') }
    await expect(startTemporaryPlan(deps, actor(), past)).rejects.toThrow('invalid_request')
    const nobodys = { ...hardship, planId: 'nonsense' }
    await expect(startTemporaryPlan(deps, actor(), nobodys)).rejects.toThrow('not_found')
  })
})

describe('A plan whose first day has passed', () => {
  it('is refused however long ago it was, and so is one that begins after our calendars end', async () => {
    const parent = await planner(server, { plans: [{ status: 'Current' }] })
    const change = { accountId: parent.accountId, tuitionYear: 2027, frequency: 'Month', count: 3 } as const
    for (const startDate of [on('1999-01-04'), on('2020-01-06')])
      await expect(changePlan(deps, actor(), { ...change, startDate })).rejects.toThrow('plan_start_passed')
    await expect(changePlan(deps, actor(), { ...change, startDate: on('2099-01-05') })).rejects.toThrow(
      'invalid_request',
    )
  })

  it('is approved with another one only', async () => {
    const { parent, plan } = await inReview()
    await travelTo(server, '2027-02-05T02:00:00Z')
    await expect(approvePlan(deps, actor(), plan)).rejects.toThrow('plan_start_passed')
    expect(await reviewOf(parent)).toMatchObject({ status: 'Open' })
    const passed = { ...plan, startDate: on('2027-02-04') }
    await expect(approvePlan(deps, actor(), passed)).rejects.toThrow('plan_start_passed')
    const approved = await approvePlan(deps, actor(), { ...plan, startDate: on('2027-02-19') })
    expect(approved).toMatchObject({
      planStatus: 'Saved',
      version: 2,
      planStartDate: '2027-02-19',
      repaymentCount: 10,
    })
    expect((await parent.instalments())[0]).toMatchObject({ due: '2027-02-19' })
  })
})
