import { describe, expect, it } from 'vitest'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { FeeVarianceType } from '#domain/plan/payment-schedule.ts'
import { varianceNames } from '#domain/plan/school-charges.ts'
import { firstOf, isLong } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { planner, planOf, setFees, travelTo, type Planner } from '#tools/testing/planner.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { savePlan } from './save-plan.ts'

const server = await testServer()
const { deps } = server
await travelTo(server, '2027-01-18T02:00:00Z')

const locked = {
  status: 409,
  body: {
    code: 'plan_locked',
    msg: 'Your plan could be changed until 2 business days before its first payment. Please contact us to change it now.',
  },
}
const changed = { status: 409, body: { code: 'plan_changed', msg: expect.any(String) } }

const versionsOf = ({ accountId }: Planner) =>
  deps.db.many<Record<string, unknown>>(sql`
    select version, saved_by, saved_by_id, start_date, repayment_count from plan_version
    where account_id = ${accountId} order by version`)

const lettersTo = ({ email }: Planner) =>
  deps.db.many<{ kind: string; facts: Record<string, unknown> }>(sql`
    select kind, facts from outbox_message where recipient = ${email} and channel = 'email' order by created_at, id`)

const auditOf = ({ accountId }: Planner) =>
  deps.db.many<Record<string, any>>(sql`
    select action, actor_kind, actor_id, impersonator_email, details, request_id from audit_event
    where subject_id = ${accountId} order by at, id`)

const reviewsOf = ({ accountId }: Planner) =>
  deps.db.many<{ status: string; subject: string }>(sql`
    select status, subject_id as subject from review where account_id = ${accountId} and kind = 'Plan'`)

describe('Saving a plan', () => {
  it('keeps every version, who saved it and what changed, and writes to the family', async () => {
    const parent = await planner(server)
    const first = await parent.save({ version: null })
    const second = await parent.save({ version: 1, startDate: '2027-02-12', repaymentCount: 9 })
    expect(second.body).toMatchObject({
      version: 2,
      accountPlanId: first.body.accountPlanId,
      planStartDate: '2027-02-12',
      repaymentCount: 9,
      nextRepaymentDate: '2027-02-12',
    })
    const customer = { saved_by: 'Customer', saved_by_id: parent.customerId }
    expect(await versionsOf(parent)).toEqual([
      { version: 1, ...customer, start_date: '2027-02-05', repayment_count: 10 },
      { version: 2, ...customer, start_date: '2027-02-12', repayment_count: 9 },
    ])
    const payments = await parent.instalments()
    expect(payments.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(payments[0]).toMatchObject({ due: '2027-02-12', status: 'Scheduled' })

    const [, change] = await auditOf(parent)
    expect(change).toMatchObject({
      action: 'PlanSaved',
      actor_kind: 'Customer',
      actor_id: parent.customerId,
      request_id: second.headers.get('x-request-id'),
      details: {
        version: '2',
        startDate: '2027-02-05 → 2027-02-12',
        payments: '10 → 9',
        planId: first.body.accountPlanId,
      },
    })
    expect(change?.['details']).not.toHaveProperty('frequency')

    expect(await lettersTo(parent)).toMatchObject([
      { kind: 'PlanSaved' },
      {
        kind: 'PlanSaved',
        facts: {
          tuitionYear: 2027,
          frequency: 'Fortnight',
          count: 9,
          startDate: '2027-02-12',
          total: Math.round(second.body.totalAmount * 100),
          amount: Math.round(second.body.periodicAmount * 100),
        },
      },
    ])
    expect((await server.message(parent.email, 'email')).text).toContain('/payment-schedule?year=2027')
    const overview = (await parent.get('overview')).body
    expect(overview).toMatchObject({
      planStatus: 'Saved',
      plans: [{ lastUpdatedByCustomer: true, canBeEdited: true }],
    })
  })

  itLong('writes of the days on which money is taken, not of the weekend on which it is due', async () => {
    const parent = await planner(server)
    await parent.save({ version: null, startDate: '2027-02-06', repaymentCount: 9 })
    const [letter] = await lettersTo(parent)
    expect(letter?.facts).toMatchObject({ startDate: '2027-02-08', endDate: '2027-05-31' })
    expect((await server.message(parent.email, 'email')).text).toContain('on Monday 8 February 2027')
  })

  it('happens once when it is clicked twice', async () => {
    const parent = await planner(server)
    const replies = await Promise.all([1, 2, 3].map(() => parent.save({ version: null })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await versionsOf(parent)).toHaveLength(1)
    expect(await lettersTo(parent)).toHaveLength(1)
  })

  it('lets one of many win who save different plans at the same moment', async () => {
    const parent = await planner(server)
    await parent.save({ version: null })
    const replies = await Promise.all(
      Array.from({ length: isLong ? 20 : 5 }, (_, place) =>
        parent.save({ version: 1, repaymentCount: 2 + place }),
      ),
    )
    const won = replies.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const reply of replies) if (reply.status !== 200) expect(reply).toMatchObject(changed)
    const { repaymentCount: count } = won[0]?.body ?? { repaymentCount: 0 }
    expect(await parent.instalments()).toHaveLength(count)
    expect(await versionsOf(parent)).toHaveLength(2)
  })

  it('refuses a form that was opened before the plan changed', async () => {
    const parent = await planner(server)
    await parent.save({ version: null })
    expect(await parent.save({ version: null, repaymentCount: 5 })).toMatchObject(changed)
    await parent.save({ version: 1, repaymentCount: 6 })
    expect(await parent.save({ version: 1, repaymentCount: 7 })).toMatchObject(changed)
    expect((await parent.schedule(2027)).repaymentCount).toBe(6)
  })

  itLong(
    'of two parents who share an account and save at once is the work of one; the other is told who, and can save then',
    async () => {
      const mother = await planner(server)
      const father = await planner(server)
      const { accountId } = mother
      await deps.db.run(sql`
      insert into account_member (account_id, customer_id) values (${accountId}, ${father.customerId})`)
      await father.logInAgain()
      const path = `/api/portal/customer/account/${accountId}`
      const parents = [
        { token: mother.token, customerId: mother.customerId, repaymentCount: 8 },
        { token: father.token, customerId: father.customerId, repaymentCount: 6 },
      ]
      const saveAs = (parent: (typeof parents)[number], version: number | null) =>
        server.call(`POST ${path}/save-plan`, {
          token: parent.token,
          body: planOf({ version, repaymentCount: parent.repaymentCount }),
        })
      const replies = await Promise.all(parents.map((parent) => saveAs(parent, null)))
      const place = replies.findIndex(({ status }) => status === 200)
      const [winner, loser] = [parents[place], parents[1 - place]]
      if (!winner || !loser) throw new Error('Nobody has saved')
      expect(replies[1 - place]).toMatchObject(changed)
      // Nothing of what the other one sent is kept.
      expect(await versionsOf(mother)).toMatchObject([
        { version: 1, saved_by_id: winner.customerId, repayment_count: winner.repaymentCount },
      ])
      expect(await mother.instalments()).toHaveLength(winner.repaymentCount)
      expect(await auditOf(mother)).toMatchObject([{ actor_id: winner.customerId }])
      for (const parent of [mother, father])
        expect(await lettersTo(parent)).toMatchObject([{ kind: 'PlanSaved' }])

      const readBy = async ({ token }: { token: string }): Promise<PaymentPlan> =>
        (await server.call(`GET ${path}/payment-schedule?year=2027`, { token })).body
      const at = expect.stringMatching(/^2027-01-18T02:/)
      expect((await readBy(winner)).lastSaved).toEqual({ by: 'Customer', byYou: true, at })
      const found = await readBy(loser)
      expect(found).toMatchObject({ version: 1, lastSaved: { by: 'Customer', byYou: false, at } })
      expect(await saveAs(loser, found.version)).toMatchObject({
        status: 200,
        body: { version: 2, repaymentCount: loser.repaymentCount, lastSaved: { byYou: true } },
      })
      expect(await readBy(winner)).toMatchObject({ version: 2, lastSaved: { byYou: false } })
    },
  )

  type Variance = [
    FeeVarianceType,
    { amount: number } | { percent: number } | object,
    number,
    'Saved' | 'ManualReview',
  ]
  it.each(
    firstOf<Variance>(2, [
      ['BursaryConcession', { amount: 500.5 }, -500.5, 'ManualReview'],
      ['FamilyArrangement', { percent: 12.5 }, -1_250, 'Saved'],
      ['FeeScheduleOption', { amount: 120 }, -120, 'Saved'],
      ['Scholarship', { percent: 33.33 }, -3_333, 'ManualReview'],
      ['StaffDiscount', { percent: 15 }, -1_500, 'Saved'],
      ['StaffDiscount', { percent: 25 }, -2_500, 'ManualReview'],
      ['OutstandingFees', { amount: 850 }, 850, 'Saved'],
      ['OtherArrangement', {}, 0, 'ManualReview'],
    ]),
  )('with %s of %o keeps it and calculates with it', async (type, size, difference, planStatus) => {
    await setFees(server, 'Jacaranda School', 2027, [
      { name: 'Tuition', amount: 10_000 },
      { name: 'Levy', amount: 200, fixed: true },
    ])
    const parent = await planner(server, { school: 'Jacaranda School' })
    const [enrolmentId = ''] = parent.enrolmentIds
    const asked = { enrolmentId, type, amount: null, percent: null, ...size }
    const { body } = await parent.save({}, { standardFeeVariances: [asked] })
    expect(body).toMatchObject({
      planStatus,
      totalAmount: 10_200 + difference,
      variances: { standardFeeVariances: [asked] },
    })
    const kept = await deps.db.first<Record<string, any>>(sql`
      select variances, total_minor as total, student_fees as fees from plan_version
      where account_id = ${parent.accountId}`)
    expect(kept?.['variances'].standardFeeVariances).toEqual([asked])
    expect(kept?.['total']).toBe(Math.round((10_200 + difference) * 100))
    expect(kept?.['fees'][0].addons).toMatchObject(
      difference < 0 ? [{ name: varianceNames[type], amountMinor: difference * 100 }] : [],
    )
    const promised = (await parent.instalments()).reduce((sum, { amount }) => sum + amount, 0)
    expect(promised).toBe(planStatus === 'Saved' ? kept?.['total'] : 0)
  })

  itLong('turns an estimate of staff into a plan', async () => {
    const parent = await planner(server, { plans: [{ status: 'Draft', savedBy: 'Staff' }] })
    const draft = await parent.schedule(2027)
    expect(draft).toMatchObject({
      planStatus: 'Draft',
      version: 1,
      lastSaved: { by: 'Staff', byYou: false },
    })
    expect(await parent.instalments()).toEqual([])
    const { accountPlanId } = draft
    const { body } = await parent.save({ accountPlanId, version: 1 })
    expect(body).toMatchObject({ planStatus: 'Saved', version: 2, accountPlanId })
    expect(await parent.instalments()).toHaveLength(10)
  })

  itLong('is possible for each year by itself', async () => {
    const parent = await planner(server, { plans: [{ status: 'Current' }] })
    expect(await parent.save({})).toMatchObject(locked)
    const { body } = await parent.save({ planYear: 2028, startDate: '2028-02-04' })
    expect(body).toMatchObject({ planStatus: 'Saved', planYear: 2028 })
    expect(await parent.schedule()).toMatchObject({ planStatus: 'Current', planYear: 2027 })
    expect(await parent.schedule(2028)).toMatchObject({ planStatus: 'Saved' })
  })

  it.each(
    firstOf(1, [
      ['Completed', 'Month'],
      ['Processing', 'Month'],
      ['VerifyYourDetails', null],
    ] as const),
  )('tells a change to instalments that is %s its rhythm: %s', async (status, frequency) => {
    const parent = await planner(server, { productChange: { status } })
    await parent.save({ repaymentPeriod: 'Month', repaymentCount: 6 })
    const { body } = await server.call('GET /api/portal/customer/accounts', { token: parent.token })
    expect(body[0].config.productChange).toEqual({ status, frequency })
  })

  it('in the name of a customer is the work of staff', async () => {
    const parent = await planner(server)
    await parent.letStaffIn()
    await parent.save({})
    expect(await versionsOf(parent)).toMatchObject([{ saved_by: 'Staff', saved_by_id: null }])
    expect((await parent.schedule(2027)).lastSaved).toMatchObject({ by: 'Staff', byYou: false })
    expect(await auditOf(parent)).toMatchObject([{ impersonator_email: expect.stringContaining('@') }])
  })

  it.each(
    firstOf(1, [
      ['staff must step in', { canEditOrAddPlan: false }],
      ['the account makes no plans of its own', { allowsScheduleUpdates: false }],
    ]),
  )('is refused while %s', async (_, account) => {
    const parent = await planner(server, account)
    expect(await parent.save({})).toMatchObject({ status: 403, body: { code: 'plan_not_editable' } })
    expect(await parent.schedule(2027)).toMatchObject({ planStatus: 'None' })
  })

  it('keeps the fees that staff have agreed to where families cannot change them', async () => {
    const parent = await planner(server, { school: 'Ironbark College' })
    const { body } = await parent.save({})
    const variances = { staffDiscount: { percent: 20 } }
    await deps.db.run(sql`
      update plan_version set variances = ${JSON.stringify(variances)} where account_id = ${parent.accountId}`)
    const again = await parent.save({ repaymentCount: 8 })
    expect(again.body.totalAmount).toBeLessThan(body.totalAmount)
    expect(again.body.variances.staffDiscount).toEqual({ percent: 20 })
    // The form may send back what it has read.
    expect((await parent.save({ repaymentCount: 7 }, again.body.variances)).body).toMatchObject({
      totalAmount: again.body.totalAmount,
    })
    expect(await parent.save({}, { staffDiscount: { percent: 30 } })).toMatchObject({ status: 403 })
  })
})

describe('The cut-off', () => {
  it.each(
    firstOf(1, [
      ['Australia', 'Wattle Grove College', 2027, '2027-02-05', '2027-02-03T13:00:00Z'],
      ['the United Kingdom', 'Oakfield School', 2026, '2027-02-12', '2027-02-11T00:00:00Z'],
    ] as const),
  )('is the end of a day in %s, to the second', async (_, school, planYear, startDate, over) => {
    const parent = await planner(server, { school })
    expect((await parent.save({ planYear, startDate, repaymentCount: 5 })).status).toBe(200)
    const { accountId, customerId } = parent
    const saveAt = (moment: number, repaymentCount: number) =>
      savePlan(
        { ...deps, clock: () => new Date(moment) },
        accountId,
        planOf({ planYear, startDate: '2027-03-05', repaymentCount }),
        { customerId, impersonatorEmail: null, requestId: 'test' },
      )
    await expect(saveAt(Date.parse(over), 4)).rejects.toThrow('plan_locked')
    expect(await saveAt(Date.parse(over) - 1_000, 4)).toMatchObject({ version: 2 })

    const late = await planner(server, { school })
    await late.save({ planYear, startDate, repaymentCount: 5 })
    await travelTo(server, over)
    await late.logInAgain()
    expect(await late.save({ planYear, startDate: '2027-03-05', repaymentCount: 3 })).toMatchObject(locked)
    expect((await late.schedule(planYear)).version).toBe(1)
  })

  itLong('does not hold for a plan that has promised nothing yet', async () => {
    const parent = await planner(server, { school: 'Redgum Academy' })
    await parent.save({ startDate: '2027-02-26', repaymentCount: 5 })
    await travelTo(server, '2027-02-26T02:00:00Z')
    await parent.logInAgain()
    expect((await parent.save({ startDate: '2027-03-12', repaymentCount: 5 })).status).toBe(200)
  })
})

describe('A plan that staff must look at', () => {
  const day = { startDate: '2027-03-12', repaymentCount: 5 }

  it('promises nothing and waits in the queue, once', async () => {
    const parent = await planner(server, { school: 'Redgum Academy' })
    const { body } = await parent.save(day)
    expect(body).toMatchObject({ planStatus: 'ManualReview', nextRepaymentDate: null })
    expect((await parent.save({ ...day, repaymentCount: 4 })).body).toMatchObject({ version: 2 })
    expect(await parent.instalments()).toEqual([])
    expect(await reviewsOf(parent)).toEqual([{ status: 'Open', subject: body.accountPlanId }])
    expect((await lettersTo(parent)).map(({ kind }) => kind)).toEqual(['PlanInReview', 'PlanInReview'])
    expect((await auditOf(parent)).map(({ action }) => action)).toEqual([
      'PlanSentToReview',
      'PlanSentToReview',
    ])
  })

  const kinds: [string, { standardFeeVariances?: object[]; [more: string]: unknown }, boolean][] = [
    ['a scholarship', { standardFeeVariances: [{ type: 'Scholarship', percent: 10 }] }, true],
    ['a bursary', { standardFeeVariances: [{ type: 'BursaryConcession', amount: 500 }] }, true],
    ['another arrangement', { standardFeeVariances: [{ type: 'OtherArrangement' }] }, true],
    ['words of their own', { otherArrangementsRequest: 'We move in May' }, true],
    ['a family arrangement', { standardFeeVariances: [{ type: 'FamilyArrangement', percent: 10 }] }, false],
    ['a small staff discount', { staffDiscount: { percent: 15 } }, false],
    ['a large staff discount', { staffDiscount: { percent: 25 } }, true],
    ['outstanding fees', { outstandingFees: 100 }, false],
  ]
  it.each(isLong ? kinds : kinds.filter((_, place) => place === 0 || place === 5))(
    'is one with %s: %#',
    async (_, wishes, isReviewed) => {
      const parent = await planner(server)
      const [enrolmentId = ''] = parent.enrolmentIds
      const variances: any = {
        ...wishes,
        ...('standardFeeVariances' in wishes && {
          standardFeeVariances: wishes.standardFeeVariances?.map((each) => ({ ...each, enrolmentId })),
        }),
      }
      const planStatus = isReviewed ? 'ManualReview' : 'Saved'
      expect((await parent.calculate(day, variances)).body.planStatus).toBe(
        isReviewed ? 'ManualReview' : 'Draft',
      )
      expect((await parent.save(day, variances)).body.planStatus).toBe(planStatus)
      expect(await reviewsOf(parent)).toHaveLength(isReviewed ? 1 : 0)
    },
  )

  it('leaves the queue when the family saves one that needs no look', async () => {
    const parent = await planner(server)
    const [enrolmentId = ''] = parent.enrolmentIds
    const scholarship = { standardFeeVariances: [{ enrolmentId, type: 'Scholarship' as const, percent: 10 }] }
    await parent.save(day, scholarship)
    expect((await parent.save(day)).body).toMatchObject({ planStatus: 'Saved' })
    expect(await reviewsOf(parent)).toMatchObject([{ status: 'Declined' }])
    expect(await parent.instalments()).toHaveLength(5)
    // What was promised is taken back while a new wish is looked at.
    expect((await parent.save(day, scholarship)).body).toMatchObject({ planStatus: 'ManualReview' })
    expect(await parent.instalments()).toEqual([])
  })

  itLong('is not looked at again for what was agreed to before', async () => {
    const parent = await planner(server)
    const [enrolmentId = ''] = parent.enrolmentIds
    const scholarship = { standardFeeVariances: [{ enrolmentId, type: 'Scholarship' as const, percent: 10 }] }
    await parent.save(day, scholarship)
    const { token } = await addStaff(server, 'operations')
    const [review] = await deps.db.many<{ id: string }>(sql`
      select id from review where account_id = ${parent.accountId}`)
    const body = { reason: 'The school has confirmed it' }
    await server.call(`POST /api/staff/reviews/${review?.id}/approve`, { token, body })
    expect((await parent.save({ ...day, repaymentCount: 4 }, scholarship)).body.planStatus).toBe('Saved')
    const more = { standardFeeVariances: [{ enrolmentId, type: 'Scholarship' as const, percent: 20 }] }
    expect((await parent.save(day, more)).body.planStatus).toBe('ManualReview')
  })
})
