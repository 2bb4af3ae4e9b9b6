import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StaffFeeChange } from '#contract/staff-fee-changes.ts'
import { productTypes } from '#domain/accounts.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import type { Region } from '#domain/region.ts'
import type { Account } from '#tools/demo/account.ts'
import { feeScheduleOf, schoolId, type SchoolName } from '#tools/demo/schools.ts'
import { addFamily } from '#tools/testing/family.ts'
import { dearer, feeChanger } from '#tools/testing/fee-changes.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { firstOf } from '#tools/testing/long.ts'
import { describeLong, itLong } from '#tools/testing/long-tests.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { startBeside, startRepaymentRun } from '#tools/testing/server-process.ts'
import { callTo, testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { runRepayments } from '../../plans/repayments/run-repayments.ts'
import { carryOutFeeChanges } from './carry-out-fees.ts'

const server = await testServer()
const { deps } = server
const { addPlanFamily, goTo, run, today, instalments } = daysOf(server)

afterEach(() => expectSoundLedger(server))

/** Sessions of staff end with the day. */
const admin = async () => feeChanger(server, (await addStaff(server, 'admin')).token)
const operations = async () => (await addStaff(server, 'operations')).token

/** As they were when the families of a test make their plans; those of the tests before have other ones. */
async function publishedFees(school: SchoolName): Promise<void> {
  for (const year of [2026, 2027])
    for (const { name, yearLevel, amount } of feeScheduleOf(school, year).items)
      await deps.db.run(sql`
        update fee_item set amount_minor = ${amount} from fee_schedule schedule
        where schedule.id = fee_schedule_id and schedule.institution_id = ${schoolId(school)}
          and tuition_year = ${year} and name = ${name} and year_level is not distinct from ${yearLevel}::text`)
}

let count = 0
async function family(school: SchoolName, account: Account) {
  count += 1
  const region: Region = school === 'Oakfield School' ? 'UK' : 'AU'
  const email = `fees${count}@demo.example`
  const mobile = `${region === 'UK' ? '+4477009' : '+614915'}${30_100 + count}`
  const added = await addFamily(server, { email, mobile, region, accounts: [{ school, ...account }] })
  const { accountId } = added
  const planId = added.accounts[0]?.planIds[0] ?? ''
  return { accountId, planId, email, mobile, shortId: added.accounts[0]?.shortId ?? '' }
}
type Family = Awaited<ReturnType<typeof family>>

const planOf = async ({ accountId, planId }: Pick<Family, 'accountId' | 'planId'>) =>
  (await deps.db.first<{
    version: number
    total: number
    status: string
    savedBy: string
    yearOf: number
  }>(sql`
    select plan.version, version.total_minor as total, plan.status, version.saved_by as "savedBy",
      plan.tuition_year as "yearOf"
    from plan join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
      and version.version = plan.version
    where plan.account_id = ${accountId} and plan.id = ${planId}`))!

const owing = async ({ accountId }: Pick<Family, 'accountId'>) =>
  (await instalments(accountId))
    .filter(({ status }) => status !== 'Paid')
    .reduce((sum, { open }) => sum + open, 0)

const mailsTo = async ({ email }: Pick<Family, 'email'>) =>
  deps.db.many<{ kind: string; facts: Record<string, any> }>(sql`
    select kind, facts from outbox_message where recipient = ${email} and kind like 'Fees%' order by created_at`)

const reviewOf = async ({ accountId }: Family) =>
  deps.db.many<{ id: string; kind: string; note: string | null; status: string }>(sql`
    select id, kind, note, status from review where account_id = ${accountId} and note is not null order by opened_at`)

const effectOn = ({ plans }: StaffFeeChange, { accountId }: Pick<Family, 'accountId'>) =>
  plans.find((plan) => plan.accountId === accountId)!

const inCents = (amount: number | null | undefined) => Math.round((amount ?? Number.NaN) * 100)

describe.each<[SchoolName, number, string, string]>(
  firstOf(1, [
    ['Wattle Grove College', 240.36, 'Year 4', 'Year 7'],
    ['Oakfield School', -180.2, 'Year 4', 'Year 7'],
  ]),
)('New fees of %s, by %d for each student of a level', (school, by, level, otherLevel) => {
  const at = (own: Account, year = level): Account => ({ students: [{ level: year }], ...own })

  it('are previewed with every plan, and do what was previewed', async () => {
    const withPlans = firstOf(
      2,
      productTypes.filter((type) => type !== 'Assessment' && type !== 'Go'),
    )
    const follow: Family[] = []
    for (const productType of withPlans) follow.push(await family(school, at({ productType })))
    follow.push(await family(school, at({ plans: [{ status: 'Current', starts: -40, frequency: 'Month' }] })))
    const tailored = await family(
      school,
      at({ plans: [{ status: 'Current', tailored: { type: 'Hardship' } }] }),
    )
    const completed = await family(school, at({ plans: [{ status: 'Completed' }] }))
    const other = await family(school, at({}, otherLevel))
    const { yearOf } = await planOf(follow[0]!)
    const all = [...follow, tailored, completed, other]
    const before = new Map<string, { version: number; total: number; owing: number }>()
    for (const each of all) before.set(each.accountId, { ...(await planOf(each)), owing: await owing(each) })

    const staff = await admin()
    const preview = await staff.preview(school, yearOf, dearer(by, level))
    expect(preview).toMatchObject({
      status: 'Previewed',
      counts: { recalculated: follow.length, review: 2, unchanged: 1 },
    })
    for (const each of all) {
      const effect = effectOn(preview, each)
      const was = before.get(each.accountId)!
      expect(inCents(effect.before.total)).toBe(was.total)
      expect(inCents(effect.before.toCollect)).toBe(was.owing)
      expect(await planOf(each)).toMatchObject({ version: was.version })
      expect(await mailsTo(each)).toEqual([])
    }

    const applied = await staff.apply(preview)
    expect([applied.status, applied.body.outcome]).toEqual([200, 'Applied'])
    for (const each of follow) {
      const effect = effectOn(preview, each)
      const was = before.get(each.accountId)!
      expect(effect).toMatchObject({ outcome: 'Recalculated', reason: null })
      expect(inCents(effect.after?.total)).toBe(was.total + Math.round(by * 100))
      expect(await planOf(each)).toMatchObject({
        version: was.version + 1,
        total: inCents(effect.after?.total),
        savedBy: 'School',
        status: 'Current',
      })
      expect(await owing(each)).toBe(inCents(effect.after?.toCollect))
      const next = (await instalments(each.accountId)).find(({ status }) => status === 'Scheduled')
      expect(next?.amount).toBe(inCents(effect.after?.each))
      expect(await mailsTo(each)).toMatchObject([
        {
          kind: 'FeesChanged',
          facts: {
            before: { total: was.total, toCollect: was.owing },
            after: { total: inCents(effect.after?.total), each: next?.amount },
            firstOn: effect.firstOn,
          },
        },
      ])
    }
    expect(effectOn(preview, tailored)).toMatchObject({ outcome: 'Review', reason: 'Tailored' })
    expect(effectOn(preview, completed)).toMatchObject({ outcome: 'Review', reason: 'Completed' })
    for (const each of [tailored, completed]) {
      expect(await planOf(each)).toMatchObject({ version: before.get(each.accountId)!.version })
      expect(await reviewOf(each)).toMatchObject([{ kind: 'FeeChange', status: 'Open' }])
      expect(await mailsTo(each)).toMatchObject([{ kind: 'FeesChangedReview' }])
    }
    expect(await planOf(other)).toMatchObject({ version: before.get(other.accountId)!.version })
    expect(await mailsTo(other)).toEqual([])
    expect(await reviewOf(other)).toEqual([])
    const queue = await server.call('GET /api/staff/queue?kind=FeeChange', { token: await operations() })
    expect(queue.body.items.map(({ about }: { about: string }) => about)).toEqual(
      expect.arrayContaining([expect.stringContaining('all payments of the plan are made')]),
    )

    // The family reads the new amounts in the portal.
    const token = await server.logIn(follow[0]!.email, follow[0]!.mobile)
    const path = `/api/portal/customer/account/${follow[0]!.accountId}/payment-schedule?year=${yearOf}`
    const { body } = await server.call(`GET ${path}`, { token })
    expect(body.totalAmount).toBe(effectOn(preview, follow[0]!).after?.total)
    expect(body.payments.reduce((sum: number, { amount }: any) => sum + inCents(amount), 0)).toBe(
      inCents(body.totalAmount),
    )

    // Applied once more, nothing more happens.
    expect((await staff.apply(preview)).body.outcome).toBe('Applied')
    expect(await mailsTo(follow[0]!)).toHaveLength(1)
    expect(await planOf(follow[0]!)).toMatchObject({ version: before.get(follow[0]!.accountId)!.version + 1 })
  })
})

describe('A plan that waits for its review', () => {
  it('waits with the new amounts, and is approved with them', async () => {
    const waiting = await family('Redgum Academy', { plans: [{ status: 'ManualReview', starts: 30 }] })
    const { yearOf, total } = await planOf(waiting)
    const staff = await admin()
    const preview = await staff.preview('Redgum Academy', yearOf, dearer(100))
    expect(effectOn(preview, waiting)).toMatchObject({ outcome: 'Review', reason: 'InReview' })
    expect((await staff.apply(preview)).body.outcome).toBe('Applied')
    expect(await planOf(waiting)).toMatchObject({ total: total + 100_00, status: 'ManualReview' })
    const [review] = await reviewOf(waiting)
    expect(review).toMatchObject({ kind: 'Plan', status: 'Open' })
    expect(await mailsTo(waiting)).toMatchObject([
      { kind: 'FeesChangedReview', facts: { status: 'InReview' } },
    ])
    const token = await operations()
    const approved = await server.call(`POST /api/staff/reviews/${review?.id}/approve`, {
      token,
      body: { reason: 'Fine' },
    })
    expect(approved.status).toBe(200)
    expect(await owing(waiting)).toBe(total + 100_00)
  })
})

describe('A plan that could not follow', () => {
  beforeEach(() => publishedFees('Ironbark College'))
  const tailored = { plans: [{ status: 'Current' as const, tailored: { type: 'Hardship' } }] }
  it.each(
    firstOf(1, [
      ['approve', 'Settled', null],
      ['decline', 'Kept', 'It ends in March'],
    ] as const),
  )('is settled by people (%s), and the family is told', async (verb, outcome, told) => {
    const theirs = await family('Ironbark College', tailored)
    const { yearOf, total } = await planOf(theirs)
    const staff = await admin()
    await staff.apply(await staff.preview('Ironbark College', yearOf, dearer(55)))
    const [review] = await reviewOf(theirs)
    const reply = await server.call(`POST /api/staff/reviews/${review?.id}/${verb}`, {
      token: await operations(),
      body: { reason: 'It ends in March' },
    })
    expect(reply.status).toBe(200)
    expect(await reviewOf(theirs)).toMatchObject([{ status: verb === 'approve' ? 'Approved' : 'Declined' }])
    expect((await mailsTo(theirs)).at(-1)).toMatchObject({
      kind: 'FeesReviewed',
      facts: { outcome, reason: told },
    })
    expect(await planOf(theirs)).toMatchObject({ total })
  })

  itLong('leaves the queue when staff make it another plan', async () => {
    const theirs = await family('Ironbark College', tailored)
    const { yearOf } = await planOf(theirs)
    const staff = await admin()
    await staff.apply(await staff.preview('Ironbark College', yearOf, dearer(20)))
    const startDate = addBusinessDays(today('AU'), 10, calendars.AU)
    const changed = await server.call(`POST /api/staff/accounts/${theirs.accountId}/plans`, {
      token: await operations(),
      body: { tuitionYear: yearOf, frequency: 'Month', startDate, count: 3, reason: 'Agreed on the phone' },
    })
    expect(changed.status).toBe(200)
    expect(await reviewOf(theirs)).toMatchObject([{ status: 'Approved' }])
  })

  itLong('because it is broken does not keep the others from following', async () => {
    const [broken, fine] = [await family('Ironbark College', {}), await family('Ironbark College', {})]
    await deps.db.run(sql`
      update plan_version set variances = '{"addons": 5}' where account_id = ${broken.accountId}`)
    const { yearOf, total } = await planOf(fine)
    const staff = await admin()
    const preview = await staff.preview('Ironbark College', yearOf, dearer(75))
    expect(effectOn(preview, broken)).toMatchObject({
      outcome: 'Review',
      reason: 'NotCalculable',
      after: null,
    })
    expect((await staff.apply(preview)).body.outcome).toBe('Applied')
    expect(await reviewOf(broken)).toMatchObject([{ note: 'the plan could not be calculated' }])
    expect(await planOf(fine)).toMatchObject({ total: total + 75_00 })
    await deps.db.run(sql`
      update plan_version set variances = '{}' where account_id = ${broken.accountId}`)
  })
})

describe('A preview', () => {
  beforeEach(() => publishedFees('Jacaranda School'))

  itLong('is not applied once amounts have changed; staff look at a new one first', async () => {
    const theirs = await addPlanFamily({ school: 'Jacaranda School' })
    const { planId, collectOn } = theirs.next
    const key = { accountId: theirs.accountId, planId }
    const { yearOf, total, version } = await planOf(key)
    const first = await (await admin()).preview('Jacaranda School', yearOf, dearer(90))
    await theirs.comeToCollection()
    await run()
    expect(today('AU')).toBe(collectOn)
    const staff = await admin()
    const refused = await staff.apply(first)
    expect(refused.body).toMatchObject({ outcome: 'Changed', feeChange: { status: 'Previewed' } })
    const second = refused.body.feeChange as StaffFeeChange
    expect(second.id).not.toBe(first.id)
    expect(effectOn(second, theirs).before.toCollect).toBeLessThan(effectOn(first, theirs).before.toCollect!)
    expect(await planOf(key)).toMatchObject({ version, total })
    // The one that was replaced leads to the new one, however often it is tried.
    expect((await staff.apply(first)).body.feeChange.id).toBe(second.id)
    expect((await staff.apply(second)).body.outcome).toBe('Applied')
    expect(await planOf(key)).toMatchObject({ total: total + 90_00 })
  })

  it('is not applied once somebody else has changed the fees', async () => {
    const theirs = await family('Jacaranda School', {})
    const { yearOf, total } = await planOf(theirs)
    const staff = await admin()
    const mine = await staff.preview('Jacaranda School', yearOf, dearer(10))
    const theirsToo = await staff.preview('Jacaranda School', yearOf, dearer(30))
    const outcomes = (await Promise.all([staff.apply(mine), staff.apply(theirsToo)])).map(
      ({ status, body }) => body.outcome ?? status,
    )
    expect(outcomes.filter((outcome) => outcome === 'Applied')).toHaveLength(1)
    const by = outcomes[0] === 'Applied' ? 10_00 : 30_00
    expect(await planOf(theirs)).toMatchObject({ total: total + by })
  })

  it('that two apply at once happens once', async () => {
    const families = [await family('Jacaranda School', {}), await family('Jacaranda School', {})]
    const { yearOf } = await planOf(families[0]!)
    const before = await Promise.all(families.map(planOf))
    const staff = await admin()
    const preview = await staff.preview('Jacaranda School', yearOf, dearer(44))
    await Promise.all([staff.apply(preview), staff.apply(preview), staff.apply(preview)])
    expect((await staff.show(preview)).status).toBe('Applied')
    for (const [index, each] of families.entries()) {
      const { total, version } = before[index]!
      expect(await planOf(each)).toMatchObject({ total: total + 44_00, version: version + 1 })
      expect(await mailsTo(each)).toHaveLength(1)
    }
  })
})

describe('Fees that plans depend on', () => {
  it('are not written over without a preview', async () => {
    const theirs = await family('Banksia Grammar', {})
    const { yearOf, total } = await planOf(theirs)
    const token = (await addStaff(server, 'admin')).token
    const school = (await server.call('GET /api/staff/schools', { token })).body.find(
      ({ name }: { name: string }) => name === 'Banksia Grammar',
    )
    const path = `/api/staff/schools/${school.id}/fee-schedules/${yearOf}`
    const { terms, items } = (await server.call(`GET ${path}`, { token })).body
    const body = (by: number) => ({
      terms,
      items: items.map(({ id: _id, ...item }: any) => ({ ...item, amount: item.amount && item.amount + by })),
      reason: 'New',
    })
    const refused = await server.call(`PUT ${path}`, { token, body: body(10) })
    expect([refused.status, refused.body.code]).toEqual([409, 'fees_in_use'])
    expect((await server.call(`PUT ${path}`, { token, body: body(0) })).status).toBe(200)
    const file = [
      'school,year,kind,name,amount,starts_on,ends_on',
      `${school.larkwellId},${yearOf},Term,1,,${terms[0].startsOn},${terms[0].endsOn}`,
      `${school.larkwellId},${yearOf},Fixed,Levy,12,,`,
    ].join('\n')
    const imported = await fetch(`${server.url}/api/staff/imports/fee-schedules?reason=New&replace=true`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${token}` },
      body: file,
    })
    const result = JSON.parse((await imported.text()).trim().split('\n').at(-1) ?? '')
    expect(result).toMatchObject({
      outcome: 'Refused',
      problems: [{ line: 2, column: 'year', problem: expect.stringContaining('1 plan depends') }],
    })
    expect(await planOf(theirs)).toMatchObject({ total })
  })
})

describeLong('A process that is killed in the middle of it', () => {
  beforeEach(() => publishedFees('Redgum Academy'))

  it('leaves the rest to another, and every family is told once', async () => {
    const families = [
      await family('Redgum Academy', {}),
      await family('Redgum Academy', {}),
      await family('Redgum Academy', {}),
    ]
    const { yearOf } = await planOf(families[0]!)
    const before = await Promise.all(families.map(planOf))
    const staff = await admin()
    const preview = await staff.preview('Redgum Academy', yearOf, dearer(60))
    const doomed = await startBeside(server, {
      FAULTS: '1',
      CRASH_POINT: 'after-plan-of-fee-change',
      JOBS: 'elsewhere',
    })
    await expect(staff.apply(preview, callTo(doomed.url))).rejects.toThrow('fetch failed')
    expect(await doomed.exit).toEqual([null, 'SIGKILL'])
    const half = await staff.show(preview)
    expect(half.status).toBe('Applying')
    expect(half.counts.pending).toBeGreaterThanOrEqual(2)

    await carryOutFeeChanges(deps)
    expect(await staff.show(preview)).toMatchObject({ status: 'Applied', counts: { pending: 0 } })
    for (const [index, each] of families.entries()) {
      const { total, version } = before[index]!
      expect(await planOf(each)).toMatchObject({ total: total + 60_00, version: version + 1 })
      expect(await mailsTo(each)).toHaveLength(1)
    }
    expect(await carryOutFeeChanges(deps)).toBe(0)
  })
})

describe('A payment whose amount changes', () => {
  beforeEach(() => publishedFees('Banksia Grammar'))

  it('has its whole notice again before it is taken', async () => {
    const theirs = await addPlanFamily({ school: 'Banksia Grammar' })
    const { next, accountId } = theirs
    const { yearOf } = await planOf({ accountId, planId: next.planId })
    await theirs.comeToCollection()
    expect((await theirs.now()).noticedOn).not.toBeNull()
    const staff = await admin()
    const preview = await staff.preview('Banksia Grammar', yearOf, dearer(33))
    const { firstOn, after } = effectOn(preview, theirs)
    await staff.apply(preview)
    expect(firstOn).toBe(addBusinessDays(next.collectOn, 2, calendars.AU))
    await run()
    expect(await theirs.now()).toMatchObject({ status: 'Scheduled', amount: inCents(after?.each) })
    await goTo(firstOn as never, 'AU')
    await run()
    expect(await theirs.now()).toMatchObject({ status: 'Paid', amount: inCents(after?.each) })
  })

  itLong('is taken as it was or as it is, and never both, where a run goes on meanwhile', async () => {
    const families = await Promise.all(
      Array.from({ length: 6 }, () => addPlanFamily({ school: 'Banksia Grammar' })),
    )
    const [first] = families
    if (!first) throw new Error('There is a family')
    const { yearOf } = await planOf({ accountId: first.accountId, planId: first.next.planId })
    const totals = await Promise.all(
      families.map(({ accountId, next }) => planOf({ accountId, planId: next.planId })),
    )
    await first.comeToCollection()
    const staff = await admin()
    const preview = await staff.preview('Banksia Grammar', yearOf, dearer(48))
    const beside = startRepaymentRun(server)
    const [applied] = await Promise.all([staff.apply(preview), runRepayments(deps)])
    const ended = await beside.exit
    expect([applied.status, ended[0]]).toEqual([200, 0])
    // What the runs began goes on in the background for a while, and each payment that arrives is another plan to look at.
    let { body } = applied
    while (body.outcome === 'Changed') ({ body } = await staff.apply(body.feeChange))
    await run()
    for (const [index, each] of families.entries()) {
      const { planId } = each.next
      const plan = await planOf({ accountId: each.accountId, planId })
      expect(plan.total).toBe(totals[index]!.total + 48_00)
      const rows = await each.rows()
      expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(plan.total)
      const payments = await deps.db.many<{ seq: number }>(sql`
        select instalment_seq as seq from payment
        where account_id = ${each.accountId} and kind = 'Instalment' and provider_key is not null`)
      expect(new Set(payments.map(({ seq }) => seq)).size).toBe(payments.length)
    }
  })
})
