import { describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { SentVariances } from '#domain/plan/fee-variances.ts'
import { schoolId } from '#tools/demo/schools.ts'
import { creditFromSchool } from '#tools/demo/entries.ts'
import { firstOf } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { planner, setFees, travelTo, type Planner } from '#tools/testing/planner.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps, call } = server
const planSchema = contract['POST /api/portal/customer/account/:accountId/calculate-plan'].reply
const scheduleSchema = contract['GET /api/portal/customer/account/:accountId/payment-schedule'].reply
const fieldsOf = (fields: Record<string, unknown>) => ({
  status: 400,
  body: { code: 'invalid_request', fields },
})
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value))

/** Two students with a staff discount: the example that the rules are known by. */
const siblings = [
  { level: 'Year 9', name: 'Tuition', amount: 11_845 },
  { level: 'Year 9', name: 'Levy', amount: 420, fixed: true as const },
  { level: 'Year 6', name: 'Tuition', amount: 9_860 },
  { level: 'Year 6', name: 'Levy', amount: 385.5, fixed: true as const },
  { kind: 'SiblingDiscount', name: 'Sibling discount', percent: 7.5 },
  { kind: 'Family', name: 'Building levy', amount: 350 },
]
const two = [
  { firstName: 'Ada', level: 'Year 9' },
  { firstName: 'Ben', level: 'Year 6' },
]
const weekly = { repaymentPeriod: 'Week', repaymentCount: 45 } as const

/** The lines of all students and of the family; they must come to the annual total. */
function sumOfLines({ studentFeeBreakdown, familyFees }: PaymentPlan): number {
  const lines = studentFeeBreakdown.flatMap((student) => [
    ...student.fees,
    ...student.discounts,
    ...student.customerSelectedAddonsAndDiscounts,
  ])
  return Math.round([...lines, ...familyFees].reduce((sum, { amount }) => sum + amount * 100, 0)) / 100
}

describe('In August', () => {
  it('a British plan moves each payment to a day on which the banks are open', async () => {
    await travelTo(server, '2026-08-20T09:00:00Z')
    const parent = await planner(server, { school: 'Oakfield School', students: [{ level: 'Year 3' }] })
    await setFees(server, 'Oakfield School', 2026, [{ name: 'Tuition', amount: 15_345.67 }])
    const { body, status } = await parent.save({
      planYear: 2026,
      startDate: '2026-09-01',
      repaymentPeriod: 'Month',
      repaymentCount: 10,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      planStatus: 'Saved',
      periodicAmount: 1_534.57,
      totalAmount: 15_345.67,
      planEndDate: '2027-06-01',
      nextRepaymentDate: '2026-09-01',
      partYearAdjustment: null,
    })
    const payments = await parent.instalments()
    expect(payments.map(({ collect }) => collect)).toEqual(
      '2026-09-01 2026-10-01 2026-11-02 2026-12-01 2027-01-04 2027-02-01 2027-03-01 2027-04-01 2027-05-04 2027-06-01'.split(
        ' ',
      ),
    )
    expect(payments.at(-1)?.amount).toBe(1_534_54)
  })
})

describe('In January', () => {
  let family: Planner

  it('discounts are taken of what may be discounted, for each student, to the cent', async () => {
    await travelTo(server, '2027-01-18T02:00:00Z')
    await setFees(server, 'Wattle Grove College', 2027, siblings)
    // Nobody looks at a staff discount of 25 % first.
    await deps.db.run(sql`update institution set discount_limit_basis_points = 2500`)
    family = await planner(server, { students: two })
    const { body } = await family.calculate(weekly, { staffDiscount: { percent: 25 } })
    expect(planSchema.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      planStatus: 'Draft',
      accountPlanId: null,
      version: null,
      totalAmount: 16_694.75,
      annualTotal: 16_694.75,
      periodicAmount: 371,
      planEndDate: '2027-12-10',
      nextRepaymentDate: '2027-02-05',
      totalFixedFees: 22_860.5,
      basedOnFeeScheduleYear: 2027,
      familyFees: [{ name: 'Building levy', amount: 350 }],
    })
    const [ada, ben] = body.studentFeeBreakdown
    expect(ada).toMatchObject({
      studentName: expect.stringMatching(/^Ada /),
      yearLevel: 'Year 9',
      discounts: [],
    })
    expect(ada.customerSelectedAddonsAndDiscounts).toMatchObject([
      { name: 'Staff discount', amount: -2_961.25, percentage: 25 },
    ])
    expect(ben.discounts).toMatchObject([{ name: 'Sibling discount', amount: -739.5, percentage: 7.5 }])
    expect(ben.customerSelectedAddonsAndDiscounts).toMatchObject([{ amount: -2_465 }])
    expect(sumOfLines(body)).toBe(body.annualTotal)
  })

  it('saving comes to what calculating said, and reading to what was saved', async () => {
    const variances = { staffDiscount: { percent: 25 } }
    const calculated = await family.calculate(weekly, variances)
    const saved = await family.save(weekly, variances)
    expect(saved.body).toEqual({
      ...calculated.body,
      planStatus: 'Saved',
      accountPlanId: expect.any(String),
      version: 1,
      lastSaved: { by: 'Customer', byYou: true, at: expect.any(String) },
    })
    expect(await family.schedule()).toEqual(saved.body)
    expect((await family.get('calculate-estimate')).body).toEqual(saved.body)
    const payments = await family.instalments()
    expect(payments).toHaveLength(45)
    expect(payments.at(-1)).toMatchObject({ due: '2027-12-10', amount: 370_75 })
    expect(payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(16_694_75)
  })

  it('what a family may add is charged as the school charges it', async () => {
    await setFees(server, 'Banksia Grammar', 2027, [
      { name: 'Tuition', amount: 8_000 },
      { kind: 'Selectable', name: 'Music', amount: 640 },
      { kind: 'Optional', name: 'Bus', amount: 780 },
      { kind: 'Optional', name: 'Donation', amount: 0 },
    ])
    await deps.db.run(sql`update fee_item set options = '["Piano", "Cello"]' where name = 'Music'`)
    const parent = await planner(server, { school: 'Banksia Grammar' })
    const [enrolmentId = ''] = parent.enrolmentIds
    const longest = { repaymentPeriod: 'Month', repaymentCount: 11 } as const
    const { body } = await parent.calculate(longest, {
      addons: [
        { enrolmentId, name: 'Music', value: 'Cello' },
        { enrolmentId, name: 'Bus', value: 1 },
        { enrolmentId, name: 'Donation', value: '50.50' },
      ],
      // Add-ons are charged, but nothing is taken off for them.
      standardFeeVariances: [{ enrolmentId, type: 'FamilyArrangement', percent: 50 }],
    })
    expect(body).toMatchObject({ annualTotal: 5_470.5, totalFixedFees: 8_000 })
    expect(body.studentFeeBreakdown[0].customerSelectedAddonsAndDiscounts).toMatchObject([
      { name: 'Music', amount: 640, selectedFeeOption: 'Cello' },
      { name: 'Bus', amount: 780, selectedFeeOption: null },
      { name: 'Donation', amount: 50.5 },
      { name: 'Family arrangement', amount: -4_000, percentage: 50 },
    ])
    expect(body.variances.addons).toHaveLength(3)
  })

  it('credit comes off and outstanding fees are added, if they are covered', async () => {
    await setFees(server, 'Jacaranda School', 2027, [{ name: 'Tuition', amount: 9_600 }])
    const parent = await planner(server, {
      school: 'Jacaranda School',
      plans: [],
      entries: (moment) => [creditFromSchool(moment, 123_45)],
    })
    const schedule = { repaymentPeriod: 'Week', repaymentCount: 48, startDate: '2027-01-22' } as const
    const covered = await parent.calculate(schedule, { outstandingFees: '876.50' })
    expect(covered.body).toMatchObject({
      balanceAtPlanStart: -123.45,
      outstandingFees: 876.5,
      outstandingFeesCovered: true,
      totalAmount: 10_353.05,
      periodicAmount: 215.69,
      planEndDate: '2027-12-17',
    })
    await parent.save(schedule, { outstandingFees: 876.5 })
    await deps.db.run(sql`
      update plan_version set outstanding_fees_covered = false where account_id = ${parent.accountId}`)
    // What staff have ruled out stays out, whatever the family enters.
    expect((await parent.calculate(schedule, { outstandingFees: 876.5 })).body).toMatchObject({
      outstandingFeesCovered: false,
      totalAmount: 9_476.55,
      periodicAmount: 197.43,
    })
  })

  itLong('a repayment on its way to the school is no credit', async () => {
    const parent = await planner(server, {
      school: 'Jacaranda School',
      plans: [{ status: 'Current', frequency: 'Week' }],
    })
    const overview = await parent.get('overview')
    expect(overview.body.currentBalance).toBeGreaterThan(0)
    const { body } = await parent.calculate({ planYear: 2028, startDate: '2028-02-04' })
    expect(body).toMatchObject({ balanceAtPlanStart: 0, totalAmount: 9_600, basedOnFeeScheduleYear: 2027 })
  })

  it('split fees are rounded once: the shares of both payers are the whole', async () => {
    await setFees(server, 'Ironbark College', 2027, [
      { name: 'Tuition', amount: 12_345.01 },
      { kind: 'Family', name: 'Building levy', amount: 100 },
    ])
    const [mother, father] = [
      await planner(server, {
        school: 'Ironbark College',
        students: [{ firstName: 'Zoe', level: 'Year 4' }],
      }),
      await planner(server, {
        school: 'Ironbark College',
        students: [{ firstName: 'Zoe', level: 'Year 4' }],
      }),
    ]
    await deps.db.run(sql`
      update enrolment set portion_basis_points = 5000, holds_remainder = false where account_id = ${mother.accountId}`)
    await deps.db.run(sql`
      insert into student (account_id, id, first_name, last_name)
      select ${father.accountId}, id, first_name, last_name from student where account_id = ${mother.accountId}`)
    await deps.db.run(sql`
      update enrolment set portion_basis_points = 5000,
        student_id = (select id from student where account_id = ${mother.accountId})
      where account_id = ${father.accountId}`)
    const monthly = { repaymentPeriod: 'Month', repaymentCount: 10, startDate: '2027-02-01' } as const
    const hers = (await mother.calculate(monthly)).body
    expect(hers).toMatchObject({ totalAmount: 6_172.51, periodicAmount: 617.26, planEndDate: '2027-11-01' })
    expect(hers.studentFeeBreakdown[0].discounts).toMatchObject([
      { name: 'Paid by another payer', amount: -6_172.5, portionPercent: 50 },
    ])
    expect(sumOfLines(hers)).toBe(6_172.51)
    // The parent with the remainder pays the fees that are charged once per family.
    const his = (await father.calculate(monthly)).body
    expect(his).toMatchObject({ annualTotal: 6_272.5, familyFees: [{ amount: 100 }] })
    expect(sumOfLines(his)).toBe(6_272.5)
  })

  itLong('fees of the year before are taken while the school has published no others', async () => {
    const school = schoolId('Redgum Academy')
    await deps.db.run(sql`
      update fee_schedule set tuition_year = 2031 where institution_id = ${school} and tuition_year = 2027`)
    const parent = await planner(server, { school: 'Redgum Academy' })
    expect((await parent.calculate({})).body).toMatchObject({
      planYear: 2027,
      basedOnFeeScheduleYear: 2026,
      planStatus: 'ManualReview',
    })
    await deps.db.run(sql`
      update fee_schedule set tuition_year = 2032 where institution_id = ${school} and tuition_year = 2026`)
    expect(await parent.calculate({})).toMatchObject({ status: 409, body: { code: 'no_fees' } })
    expect((await parent.get('calculate-estimate')).body).toEqual({ planStatus: 'None', planYear: 2027 })
    await deps.db.run(sql`
      update fee_schedule set tuition_year = tuition_year - 2032 + 2026 where institution_id = ${school} and tuition_year = 2032`)
    await deps.db.run(sql`
      update fee_schedule set tuition_year = 2027 where institution_id = ${school} and tuition_year = 2031`)
  })

  itLong('an estimate is fortnightly, from the first day to the end of the year', async () => {
    const parent = await planner(server, { students: two })
    const { body } = await parent.get('calculate-estimate')
    expect(scheduleSchema.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      planStatus: 'Draft',
      accountPlanId: null,
      repaymentPeriod: 'Fortnight',
      planStartDate: '2027-01-20',
      repaymentCount: 25,
      annualTotal: 22_121,
    })
    expect(asJson(await parent.schedule())).toEqual({ planStatus: 'None', planYear: 2027 })
  })

  itLong('a plan with nothing to pay has no payments', async () => {
    const parent = await planner(server, {
      school: 'Jacaranda School',
      plans: [],
      entries: (moment) => [creditFromSchool(moment, 9_600_00)],
    })
    const { body } = await parent.save({})
    expect(body).toMatchObject({
      planStatus: 'Saved',
      totalAmount: 0,
      repaymentCount: 0,
      periodicAmount: 0,
      planEndDate: null,
      nextRepaymentDate: null,
    })
    expect(await parent.instalments()).toEqual([])
  })

  itLong('students who have left, or have not come yet, cost nothing', async () => {
    const parent = await planner(server, { school: 'Jacaranda School', students: two })
    await deps.db.run(sql`
      update enrolment set start_year = 2028 where account_id = ${parent.accountId} and start_year_level = 'Year 6'`)
    const { body } = await parent.calculate({})
    expect(body).toMatchObject({ annualTotal: 9_600, studentFeeBreakdown: [{ yearLevel: 'Year 9' }] })
    await deps.db.run(sql`update enrolment set start_year = 2020 where account_id = ${parent.accountId}`)
    expect(await parent.calculate({})).toMatchObject({
      status: 400,
      body: { fields: { 'paymentSchedule.planYear': 'No plan can be made for this school year' } },
    })
  })
})

const wish = (more: object) => (enrolmentId: string) => ({
  standardFeeVariances: [{ enrolmentId, type: 'FamilyArrangement', ...more }],
})
const addon = (name: string, value: unknown) => (enrolmentId: string) => ({
  addons: [{ enrolmentId, name, value }],
})

let given: Promise<Planner> | undefined
/** A parent at a school that takes donations; who is only ever refused can be so many times. */
const giver = () => {
  given ??= setFees(server, 'Redgum Academy', 2027, [
    { name: 'Tuition', amount: 9_000 },
    { kind: 'Optional', name: 'Donation', amount: 0 },
  ]).then(() => planner(server, { school: 'Redgum Academy' }))
  return given
}

describe('What is refused', () => {
  it.each(
    firstOf(1, [
      ['a year that is not offered', { planYear: 2029 }, { 'paymentSchedule.planYear': expect.any(String) }],
      [
        'a first day before the first possible one',
        { startDate: '2027-01-19' },
        {
          'paymentSchedule.startDate':
            'First payment date must be between 20 January 2027 and 30 November 2027',
        },
      ],
      [
        'a first day after the last possible one',
        { startDate: '2027-12-01' },
        { 'paymentSchedule.startDate': expect.any(String) },
      ],
      [
        'a length that does not fit into the year',
        { repaymentCount: 25 },
        { 'paymentSchedule.repaymentCount': expect.any(String) },
      ],
      [
        'a length that is too short to be a plan',
        { repaymentCount: 1, planDuration: 1 },
        { 'paymentSchedule.repaymentCount': expect.any(String) },
      ],
      ['two lengths', { planDuration: 9 }, { 'paymentSchedule.planDuration': expect.any(String) }],
      [
        'a rhythm that is not offered',
        { repaymentPeriod: 'Term' as never },
        { 'paymentSchedule.repaymentPeriod': expect.any(String) },
      ],
    ]),
  )('%s', async (_, schedule, fields) => {
    const parent = await planner(server)
    expect(await parent.calculate(schedule)).toMatchObject(fieldsOf(fields))
    expect(await parent.save(schedule)).toMatchObject(fieldsOf(fields))
    expect(await parent.schedule(2027)).toEqual({ planStatus: 'None', planYear: 2027 })
  })

  it('the first and the last possible day are possible', async () => {
    const parent = await planner(server)
    const shortest = { repaymentPeriod: 'Month', repaymentCount: 2 } as const
    for (const startDate of ['2027-01-20', '2027-11-30'])
      expect((await parent.calculate({ ...shortest, startDate })).status).toBe(200)
  })

  itLong('payments under a dollar', async () => {
    await setFees(server, 'Jacaranda School', 2027, [{ name: 'Tuition', amount: 9.5 }])
    const parent = await planner(server, { school: 'Jacaranda School' })
    expect(await parent.calculate({})).toMatchObject(
      fieldsOf({ 'paymentSchedule.repaymentCount': expect.any(String) }),
    )
  })

  itLong(
    'wishes for students of others, without a sum, for what the school does not offer, or twice',
    async () => {
      const other = await planner(server)
      const parent = await planner(server, { students: two })
      const [enrolmentId = ''] = parent.enrolmentIds
      const variances = {
        standardFeeVariances: [
          { enrolmentId: other.enrolmentIds[0] ?? '', type: 'Scholarship' as const, percent: 10 },
          { enrolmentId, type: 'BursaryConcession' as const },
          { enrolmentId, type: 'FamilyArrangement' as const, percent: 10, amount: 5 },
          { enrolmentId, type: 'OutstandingFees' as const, percent: 10 },
          { enrolmentId, type: 'StaffDiscount' as const, percent: 10 },
        ],
        addons: [{ enrolmentId, name: 'Yacht', value: 'Large' }],
        staffDiscount: { percent: 10 },
      }
      const refused = fieldsOf({
        'variances.standardFeeVariances.0.enrolmentId': expect.any(String),
        'variances.standardFeeVariances.1.amount': expect.any(String),
        'variances.standardFeeVariances.2.percent': expect.any(String),
        'variances.standardFeeVariances.3.amount': expect.any(String),
        'variances.addons.0.name': expect.any(String),
        'variances.staffDiscount': expect.any(String),
      })
      expect(await parent.calculate({}, variances)).toMatchObject(refused)
      expect(await parent.save({}, variances)).toMatchObject(refused)
    },
  )

  it.each(
    firstOf(1, [
      ['a day that does not exist', { startDate: '2027-02-30' }, 'paymentSchedule.startDate'],
      ['a day in another notation', { startDate: '5/2/2027' }, 'paymentSchedule.startDate'],
      ['a year in words', { planYear: 'next' as never }, 'paymentSchedule.planYear'],
      ['no payments', { repaymentCount: 0, planDuration: 0 }, 'paymentSchedule.repaymentCount'],
      ['half a payment', { repaymentCount: 9.5 }, 'paymentSchedule.repaymentCount'],
      ['more payments than a year has weeks', { repaymentCount: 61 }, 'paymentSchedule.repaymentCount'],
      ['a field that nobody knows', { discount: 100 } as never, 'paymentSchedule'],
    ]),
  )('a schedule with %s', async (_, schedule, field) => {
    const parent = await giver()
    for (const reply of [await parent.calculate(schedule), await parent.save(schedule)]) {
      expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
      expect(Object.keys(reply.body.fields)).toContainEqual(expect.stringContaining(field))
      expect(reply.body.msg).toMatch(/^[A-Z][^{}<>]+\.$/)
    }
    expect(await parent.schedule(2027)).toMatchObject({ planStatus: 'None' })
  })

  it.each<[string, (enrolmentId: string) => object, string]>(
    firstOf(1, [
      ['a percentage over a hundred', wish({ percent: 100.01 }), 'standardFeeVariances.0.percent'],
      ['a percentage below zero', wish({ percent: -1 }), 'standardFeeVariances.0.percent'],
      ['a third decimal', wish({ percent: 33.333 }), 'standardFeeVariances.0.percent'],
      ['an amount with letters', wish({ amount: '12a' }), 'standardFeeVariances.0.amount'],
      ['an amount below zero', wish({ amount: -12 }), 'standardFeeVariances.0.amount'],
      ['an amount with thousands set apart', wish({ amount: '1,200' }), 'standardFeeVariances.0.amount'],
      ['an amount without end', wish({ amount: '9'.repeat(12) }), 'standardFeeVariances.0.amount'],
      ['a kind that nobody knows', wish({ type: 'Gift', amount: 5 }), 'standardFeeVariances.0.type'],
      ['nothing taken off', wish({ amount: 0 }), 'standardFeeVariances.0.amount'],
      ['outstanding fees with letters', () => ({ outstandingFees: 'all of it' }), 'outstandingFees'],
      [
        'a staff discount over a hundred',
        () => ({ staffDiscount: { percent: 101 } }),
        'staffDiscount.percent',
      ],
      ['endless words', () => ({ otherArrangementsRequest: 'a'.repeat(1_001) }), 'otherArrangementsRequest'],
      ['a donation in words', addon('Donation', 'much'), 'addons.0.value'],
      ['a donation of nothing', addon('Donation', 0), 'addons.0.value'],
      ['an add-on without a name', addon(' ', 5), 'addons.0.name'],
    ]),
  )('a wish with %s', async (_, wishes, field) => {
    const parent = await giver()
    const variances = wishes(parent.enrolmentIds[0] ?? '') as SentVariances
    for (const reply of [await parent.calculate({}, variances), await parent.save({}, variances)]) {
      expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
      expect(Object.keys(reply.body.fields)).toContainEqual(`variances.${field}`)
    }
    expect(await parent.schedule(2027)).toMatchObject({ planStatus: 'None' })
  })

  it.each(
    firstOf(1, [
      ['fees', 'allows_fee_variance_updates', { staffDiscount: { percent: 10 } }, { outstandingFees: 100 }],
      [
        'what is owed',
        'allows_outstanding_fee_updates',
        { outstandingFees: 100 },
        { staffDiscount: { percent: 10 } },
      ],
    ]),
  )('a change of %s alone, where the school allows only the other', async (_, flag, refused, allowed) => {
    const set = (value: boolean) =>
      deps.db.run({
        name: '',
        text: `update institution set ${flag} = $1 where id = $2`,
        values: [value, schoolId('Wattle Grove College')],
      })
    const parent = await planner(server)
    await set(false)
    expect(await parent.save({}, refused)).toMatchObject({
      status: 403,
      body: { code: 'fee_changes_not_allowed' },
    })
    expect((await parent.save({}, allowed)).status).toBe(200)
    await set(true)
    expect((await parent.save({}, refused)).status).toBe(200)
  })

  itLong('an option that the school does not list', async () => {
    const parent = await planner(server, { school: 'Banksia Grammar' })
    const [enrolmentId = ''] = parent.enrolmentIds
    const wanted = { repaymentPeriod: 'Month', repaymentCount: 11 } as const
    expect(
      await parent.calculate(wanted, { addons: [{ enrolmentId, name: 'Music', value: 'Trumpet' }] }),
    ).toMatchObject(fieldsOf({ 'variances.addons.0.value': 'Choose one of Piano, Cello' }))
  })

  it.each(
    firstOf(1, [
      ['where the school fixes its fees', 'Ironbark College', '2027-02-05', 2027],
      ['in the United Kingdom', 'Oakfield School', '2027-02-05', 2026],
    ] as const),
  )('a change of fees %s', async (_, school, startDate, planYear) => {
    const parent = await planner(server, { school })
    const [enrolmentId = ''] = parent.enrolmentIds
    const schedule = { startDate, planYear, repaymentCount: 4 }
    const refused = { status: 403, body: { code: 'fee_changes_not_allowed', msg: expect.any(String) } }
    for (const variances of [
      { standardFeeVariances: [{ enrolmentId, type: 'Scholarship' as const, percent: 10 }] },
      { addons: [{ enrolmentId, name: 'School bus', value: 780 }] },
      { staffDiscount: { percent: 25 } },
      { outstandingFees: 100 },
      { otherArrangementsRequest: 'Please call me' },
    ]) {
      expect(await parent.calculate(schedule, variances)).toMatchObject(refused)
      expect(await parent.save(schedule, variances)).toMatchObject(refused)
    }
    expect(await parent.instalments()).toEqual([])
    const nothing = { standardFeeVariances: [], addons: [], outstandingFees: null, staffDiscount: null }
    expect((await parent.save(schedule, nothing)).status).toBe(200)
  })

  it("a plan of another family's", async () => {
    const other = await planner(server, { plans: [{ status: 'Saved' }] })
    const plan = await other.schedule()
    const parent = await planner(server)
    expect(await parent.save({ accountPlanId: plan.accountPlanId })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    const path = `GET /api/portal/customer/account/${other.accountId}/payment-schedule`
    expect((await call(path, { token: parent.token })).status).toBe(403)
  })
})

describe('What the page shows, in one reply', () => {
  const plan = async (parent: Planner, year: number) =>
    (await parent.get(`payment-schedule?year=${year}`)).body as PaymentPlan

  it.each(firstOf(1, ['', '?year=2027']))(
    'has the plan that may be changed, and the one before it (%s)',
    async (query) => {
      const parent = await planner(server, { plans: [{ status: 'Saved' }] })
      const { body } = await parent.get(`plan-material${query}`)
      expect(body).toMatchObject({ planYear: 2027, whyNotEditable: null })
      expect(body.schedule).toEqual(await plan(parent, 2027))
      expect(body.beside).toEqual({ planStatus: 'None', planYear: 2026 })
    },
  )

  itLong('has the plan that runs, and the one of the next year that is offered', async () => {
    const parent = await planner(server, { plans: [{ status: 'Current' }] })
    const { body } = await parent.get('plan-material')
    expect(body.schedule).toEqual(await plan(parent, 2027))
    expect(body).toMatchObject({
      schedule: { planStatus: 'Current' },
      beside: { planStatus: 'None', planYear: 2028 },
    })
  })
})

describe('The lengths of a plan', () => {
  it('follow from the date', async () => {
    const parent = await planner(server)
    const { body } = await parent.get('year/2027/date/2027-02-05/repayment-duration-options')
    expect(body.durationOptions.map((each: { defaultDuration: number }) => each.defaultDuration)).toEqual([
      48, 24, 11,
    ])
    expect(body.durationOptions[2].allowedDurations).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  it('are none on a date that is not offered', async () => {
    const parent = await planner(server)
    for (const path of [
      'year/2027/date/2027-01-19',
      'year/2031/date/2031-02-05',
      'year/2027/date/2026-01-01',
    ]) {
      const { body } = await parent.get(`${path}/repayment-duration-options`)
      expect(
        body.durationOptions.map((each: { allowedDurations: number[] }) => each.allowedDurations),
      ).toEqual([[], [], []])
    }
  })

  itLong('are one for each rhythm where the school wants it so', async () => {
    const parent = await planner(server, { school: 'Banksia Grammar' })
    const { body } = await parent.get('year/2027/date/2027-02-05/repayment-duration-options')
    expect(body.durationOptions).toMatchObject([
      { allowedDurations: [48] },
      { allowedDurations: [24] },
      { allowedDurations: [11] },
    ])
    const { body: accounts } = await call('GET /api/portal/customer/accounts', { token: parent.token })
    for (const { durationOptions } of accounts[0].config.planYearOptions)
      for (const { allowedDurations } of durationOptions) expect(allowedDurations).toHaveLength(1)
    expect(await parent.calculate({ repaymentCount: 10 })).toMatchObject({ status: 400 })
  })
})

describe('The fees of a school', () => {
  it('are found by way of the enrolments', async () => {
    const parent = await planner(server, { students: two })
    const { body: enrolments } = await parent.get('enrolments')
    expect(enrolments).toMatchObject([
      { larkwellId: 'sch-wattlegrove', instName: 'Wattle Grove College', startYearLevel: 'Year 9' },
      { startYearLevel: 'Year 6' },
    ])
    const { body } = await parent.get(`fee-schedule/${enrolments[0].feeScheduleId}`)
    expect(body).toMatchObject({ year: 2027, institutionName: 'Wattle Grove College' })
    expect(body.items).toContainEqual({ name: 'Tuition', yearLevel: 'Year 9', amount: 11_845 })
    expect(body.items).toContainEqual({ name: 'Building levy', yearLevel: 'All', amount: 350 })
  })

  it('are not shown to families of other schools', async () => {
    const other = await planner(server, { school: 'Oakfield School' })
    const parent = await planner(server)
    const { body } = await other.get('enrolments')
    expect((await parent.get(`fee-schedule/${body[0].feeScheduleId}`)).status).toBe(404)
    expect((await parent.get('fee-schedule/nonsense')).status).toBe(404)
    const path = `GET /api/portal/customer/selectable-fees/institution/${body[0].larkwellId}/year/2026`
    expect((await call(path, { token: parent.token })).status).toBe(404)
    expect((await call(path, { token: other.token })).status).toBe(200)
  })

  itLong('that can be chosen are told by the level a student started in', async () => {
    const parent = await planner(server, { school: 'Banksia Grammar', students: [{ level: 'Year 7' }] })
    await deps.db.run(sql`update fee_item set year_level = 'Year 8' where name = 'Music'`)
    const path = 'GET /api/portal/customer/selectable-fees/institution/sch-banksiagrammar/year/2027'
    const ask = async () => (await call(path, { token: parent.token })).body
    const offered = await ask()
    expect(offered.customerSelectableFees['Year 8']).toEqual([
      { name: 'Music', amount: 640, options: ['Piano', 'Cello'] },
    ])
    expect(offered.customerSelectableFees['Year 7']).toEqual([])
    expect(offered.optionalFees).toContainEqual({ name: 'Bus', amount: 780 })
    // What only others can have is not offered, and what two of the students can have is offered once.
    await setFees(server, 'Jacaranda School', 2027, [
      { name: 'Tuition', amount: 9_600 },
      { kind: 'Optional', level: 'Year 9', name: 'Camp', amount: 450 },
      { kind: 'Optional', level: 'Year 6', name: 'Camp', amount: 450 },
      { kind: 'Optional', level: 'Year 5', name: 'Swimming', amount: 90 },
      { kind: 'Optional', level: 'Year 6', name: 'Bus', amount: 600 },
      { kind: 'Optional', level: 'Year 9', name: 'Bus', amount: 780 },
      { kind: 'Optional', name: 'Donation', amount: 0 },
    ])
    const several = await planner(server, { school: 'Jacaranda School', students: two })
    const other = 'GET /api/portal/customer/selectable-fees/institution/sch-jacaranda/year/2027'
    expect((await call(other, { token: several.token })).body.optionalFees).toEqual([
      { name: 'Camp', amount: 450 },
      { name: 'Bus', amount: 600 },
      { name: 'Bus', amount: 780 },
      { name: 'Donation', amount: 0 },
    ])
    // A student who started in Year 7 a year ago is in Year 8 now.
    await deps.db.run(sql`update enrolment set start_year = 2026 where account_id = ${parent.accountId}`)
    expect((await ask()).customerSelectableFees['Year 7']).toMatchObject([{ name: 'Music' }])
  })
})

describe('In May', () => {
  it('terms that were over when a family joined are not charged, and nobody pays less by waiting', async () => {
    await travelTo(server, '2027-05-10T02:00:00Z')
    const joining = { createdDaysAgo: 0 }
    await setFees(server, 'Wattle Grove College', 2027, [
      { name: 'Tuition', amount: 15_800.1 },
      { kind: 'Family', name: 'Building levy', amount: 250 },
    ])
    const parent = await planner(server, joining)
    const [enrolmentId = ''] = parent.enrolmentIds
    const variances = {
      standardFeeVariances: [{ enrolmentId, type: 'FamilyArrangement' as const, amount: '2000.00' }],
    }
    const { body } = await parent.save({ startDate: '2027-05-21', repaymentCount: 16 }, variances)
    expect(body).toMatchObject({
      annualTotal: 14_050.1,
      partYearAdjustment: -3_512.52,
      totalAmount: 10_537.58,
      periodicAmount: 658.6,
      planEndDate: '2027-12-17',
    })
    expect((await parent.instalments()).at(-1)?.amount).toBe(658_58)
    // Another family saves for August, and looks again in July, when another term is over.
    const late = await planner(server, joining)
    const waiting = await planner(server, joining)
    const known = await planner(server)
    const august = { startDate: '2027-08-02', repaymentCount: 10 }
    const first = await late.save(august)
    expect(first.body).toMatchObject({ partYearAdjustment: -4_012.52 })
    await travelTo(server, '2027-07-12T02:00:00Z')
    await late.logInAgain()
    const again = await late.save({ ...august, repaymentCount: 9 })
    expect(again.body).toMatchObject({ partYearAdjustment: -4_012.52, version: 2 })
    // Those who wait pay what they would have paid when they joined.
    await waiting.logInAgain()
    expect((await waiting.calculate(august)).body.partYearAdjustment).toBe(-4_012.52)
    await known.logInAgain()
    expect((await known.calculate(august)).body.partYearAdjustment).toBeNull()
    const fresh = await planner(server, joining)
    expect((await fresh.calculate(august)).body.partYearAdjustment).toBe(-2 * 4_012.52)
  })
})
