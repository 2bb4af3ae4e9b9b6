import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { addDays, calendarDate, dateIn } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import type { SentVariances } from '#domain/plan/fee-variances.ts'
import type { PlanRequest } from '#domain/plan/plan-choices.ts'
import { durationsOffered, feeVarianceTypes, offeredFrequencies } from '#domain/plan/payment-schedule.ts'
import { yearLevels } from '#domain/calendar/year-levels.ts'
import type { Region } from '#domain/region.ts'
import { schools, type SchoolName } from '#tools/demo/schools.ts'
import type { Account } from '#tools/demo/account.ts'
import { creditFromSchool } from '#tools/demo/entries.ts'
import { addFamily } from '#tools/testing/family.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { isLong } from '#tools/testing/long.ts'
import { setFees, travelTo, type Item } from '#tools/testing/planner.ts'
import { testServer } from '#tools/testing/server.ts'
import { toPlannerFacts, type PlannerFacts } from '#web/features/plan/planner-facts.ts'
import { calculate } from '#web/features/payment-schedule/calculate.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
/** Fifteen runs of sixteen forms each. More than the least are made while something was not seen yet. */
const batches = { least: isLong ? 5 : 1, most: 5 }
const { deps, call } = server

const one = <T>(list: readonly T[], which: number): T => list[which % list.length] as T
const schoolNames = Object.keys(schools) as SchoolName[]
const numbers = (length: number) => fc.array(fc.nat(9_999), { minLength: length, maxLength: length })
type Draw = (below: number) => number

/** Chance that was written down: the same numbers give the same families and forms. */
function drawFrom(drawn: readonly number[]): Draw {
  let at = 0
  return (below) => one(drawn, at++) % below
}

/** Fees of every kind, for all levels and for some: with several discounts for siblings, and sums of any size. */
function feesFrom(draw: Draw, levels: readonly string[]): Item[] {
  const amount = () => (draw(9_999) * 100 + draw(100)) / 100
  return [
    { name: 'Tuition', amount: 3_000 + amount() },
    ...levels
      .filter(() => draw(3) === 0)
      .map((level): Item => ({ level, name: 'Tuition of the year', amount: amount() })),
    { name: 'Levy', amount: amount(), fixed: true },
    { kind: 'Selectable', name: 'Music', amount: amount(), options: ['Piano', 'Cello'] },
    ...levels
      .filter(() => draw(4) === 0)
      .map((level): Item => ({ kind: 'Selectable', level, name: 'Language', amount: draw(2) * amount() })),
    { kind: 'Optional', name: 'Bus', amount: amount() },
    { kind: 'Optional', name: 'Donation', amount: 0 },
    ...Array.from({ length: draw(3) }, (_, place): Item => ({
      kind: 'SiblingDiscount',
      name: `Child ${place + 2}`,
      ...(draw(2) === 0 ? { percent: draw(40) + 0.5 } : { amount: draw(2_000) + 0.01 }),
    })),
    ...(draw(2) === 0 ? [{ kind: 'Family', name: 'Building levy', amount: amount() }] : []),
  ]
}

/** A family of any kind: where it stands with the school, with us, and with its plan. */
function accountFrom(school: SchoolName, draw: Draw): Account {
  const { region } = schools[school]
  const alike = schoolNames.filter((name) => schools[name].region === region)
  const middle = yearLevels[region].slice(2, -2)
  const status = one(['Draft', 'Saved', 'ManualReview', 'Current', 'Current'] as const, draw(99))
  const isRunning = status === 'Current'
  const outstanding = { amount: cents(1_00 + draw(90_000)), isCovered: draw(2) === 0 }
  const plan: NonNullable<Account['plans']>[number] = {
    status,
    frequency: one(
      [...offeredFrequencies, ...(isRunning ? (['Term', 'TwicePerYear'] as const) : [])],
      draw(9),
    ),
    savedBy: one(['Customer', 'Staff', 'Renewal'] as const, draw(3)),
    ...(draw(3) === 0 && { outstanding }),
    ...(draw(3) === 0 && { carriedOver: cents(draw(40_000) - 20_000) }),
    ...(draw(3) === 0 && isRunning && { isPartYear: true }),
    ...(draw(3) === 0 && isRunning && { paidAhead: cents(1_00 + draw(5_000)) }),
  }
  const discount = { name: 'Granted', type: one(feeVarianceTypes, draw(9)), percent: draw(60) + 1 }
  return {
    school,
    students: Array.from({ length: 1 + draw(4) }, (_, place) => ({
      firstName: one(['Ada', 'Ben', 'Cleo', 'Dan'], place),
      level: one(middle, draw(99)),
      school: draw(5) === 0 ? one(alike, draw(9)) : school,
      discounts: draw(4) === 0 ? [discount] : [],
    })),
    plans: draw(3) === 0 ? [] : [plan],
    ...(draw(2) === 0 && { balance: cents(draw(900_000) - 450_000) }),
    ...(draw(4) === 0 && { entries: (moment) => [creditFromSchool(moment, 1_00 + draw(300_000))] }),
    ...(draw(6) === 0 && { renewalStatus: 'NoFeeSchedule' as const }),
  }
}

type Known = { accountId: string; token: string; enrolmentIds: string[]; planIds: string[]; years: number[] }
const materials = new Map<string, PlannerFacts>()

async function materialOf({ accountId, token }: Known, year: number): Promise<PlannerFacts> {
  const key = `${accountId} ${year}`
  const known = materials.get(key)
  if (known) return known
  const path = `GET /api/portal/customer/account/${accountId}/plan-material?year=${year}`
  const { body } = await call(path, { token })
  const read = toPlannerFacts(body, calendars[body.region as Region])
  materials.set(key, read)
  return read
}

let families = 0

/** Each parent has several accounts: they are all different, and one log-in serves them. */
async function addKnown(accounts: Account[], draw: Draw): Promise<Known[]> {
  families += 1
  const email = `calculator${families}@demo.example`
  const mobile = `+61491579${String(100 + families)}`
  const added = await addFamily(server, { email, mobile, accounts })
  for (const { enrolmentIds } of added.accounts)
    for (const enrolmentId of enrolmentIds) {
      if (draw(4) === 0)
        await deps.db.run(sql`
          update enrolment set portion_basis_points = ${1 + draw(9_999)}, holds_remainder = false
          where id = ${enrolmentId}`)
      else if (draw(3) === 0) await shareOut(added.accountId, enrolmentId, 1 + draw(9_999))
      // Some came years ago, and some are still to come.
      if (draw(4) === 0)
        await deps.db.run(sql`
          update enrolment set start_year = start_year + ${draw(5) - 3} where id = ${enrolmentId}`)
    }
  // Some joined during the year, and pay for the rest of it.
  for (const { id } of added.accounts)
    if (draw(3) === 0)
      await deps.db.run(sql`
        update enrolment set joined_on = ${addDays(dateIn('AU', deps.clock()), -draw(25))}
        where account_id = ${id}`)
  const token = await server.logIn(email, mobile)
  const { body } = await call('GET /api/portal/customer/accounts', { token })
  const known = added.accounts.map(({ id, enrolmentIds, planIds }) => {
    const options: { tuitionYear: number }[] = body.find(
      (account: { accountId: string }) => account.accountId === id,
    ).config.planYearOptions
    const years = options.map(({ tuitionYear }) => tuitionYear)
    return { accountId: id, token, enrolmentIds, planIds, years }
  })
  // A family whose students have all left is offered no year to plan for.
  return known.filter(({ years }) => years.length > 0)
}

/** Somebody else pays a part of the student. */
async function shareOut(otherAccountId: string, enrolmentId: string, basisPoints: number): Promise<void> {
  const mine = await deps.db.first<{ accountId: string; studentId: string; schoolId: string; year: number }>(
    sql`select account_id as "accountId", student_id as "studentId", institution_id as "schoolId",
      start_year as year from enrolment where id = ${enrolmentId}`,
  )
  if (!mine || mine.accountId === otherAccountId) return
  await deps.db.run(sql`
    insert into student (account_id, id, first_name, last_name)
    values (${otherAccountId}, ${mine.studentId}, 'Shared', 'Student')`)
  await deps.db.run(sql`
    insert into enrolment (account_id, id, student_id, institution_id, start_year, start_year_level,
      portion_basis_points, holds_remainder)
    select ${otherAccountId}, gen_random_uuid(), student_id, institution_id, start_year, start_year_level,
      ${basisPoints}, false from enrolment where id = ${enrolmentId}`)
}

function wishesFrom(draw: Draw, { enrolmentIds }: Known, strangers: readonly string[]): SentVariances {
  const student = () => (draw(8) === 0 ? one(strangers, draw(99)) : one(enrolmentIds, draw(9)))
  const sum = () =>
    one<number | string | null>([draw(300_000) / 100, String(draw(5_000)), '12.5', 0, null], draw(9))
  const percent = () => draw(10_001) / 100
  const addons = () =>
    one<[name: string, value: string | number]>(
      [
        ['Music', 'Cello'],
        ['Music', 'Piano'],
        ['Language', draw(50)],
        ['Bus', 1],
        [' Bus ', '780'],
        ['Donation', String(draw(90) / 10)],
        ['Donation', draw(9_000) / 100],
        ...(draw(3) === 0 ? [['Music', 'Trumpet'] as [string, string]] : []),
        ...(draw(3) === 0 ? [['Yacht', 'Large'] as [string, string]] : []),
        ...(draw(3) === 0 ? [['Donation', 'much'] as [string, string]] : []),
      ],
      draw(99),
    )
  return {
    ...(draw(2) === 0 && {
      standardFeeVariances: Array.from({ length: draw(3) }, () => ({
        enrolmentId: student(),
        type: one(feeVarianceTypes, draw(99)),
        ...one([{ percent: percent() }, { amount: sum() }, { percent: percent(), amount: null }], draw(99)),
        ...(draw(12) === 0 && { amount: sum(), percent: percent() }),
      })),
    }),
    ...(draw(2) === 0 && {
      addons: Array.from({ length: draw(3) }, () => {
        const [name, value] = addons()
        return { enrolmentId: student(), name, value }
      }),
    }),
    ...(draw(3) === 0 && { outstandingFees: sum() }),
    ...(draw(5) === 0 && {
      otherArrangementsRequest: one(['We move in May', '  soon ', '   ', null], draw(4)),
    }),
    ...(draw(4) === 0 && { staffDiscount: draw(4) === 0 ? null : { percent: percent() } }),
  }
}

/** A form as a parent may leave it: mostly something that is offered, at times something that is not. */
async function formFrom(
  draw: Draw,
  known: Known,
  others: { planIds: string[]; enrolmentIds: string[] },
): Promise<PlanRequest> {
  const planYear = draw(20) === 0 ? 2031 : one(known.years, draw(9))
  const { material, offer } = await materialOf(known, planYear)
  const option = offer.planYearOptions.find(({ tuitionYear }) => tuitionYear === planYear)
  const { minStartDate: min, maxStartDate: max } = option ?? {
    minStartDate: calendarDate('2031-02-05'),
    maxStartDate: calendarDate('2031-11-30'),
  }
  const inside = addDays(min, draw(330))
  const edges = [min, max, addDays(min, -1), addDays(max, 1)]
  const startDate = draw(3) === 0 ? one(edges, draw(4)) : inside < max ? inside : max
  const repaymentPeriod = one(offeredFrequencies, draw(3))
  const lengths =
    durationsOffered(startDate, planYear, { region: material.region, ...offer }).find(
      ({ period }) => period === repaymentPeriod,
    )?.allowedDurations ?? []
  const repaymentCount =
    draw(15) === 0 || lengths.length === 0 ? 1 + draw(60) : Math.min(60, one(lengths, draw(999)))
  const stored = material.plan?.variances ?? null
  return {
    paymentSchedule: {
      accountPlanId:
        draw(30) === 0 ? one(others.planIds, draw(99)) : draw(2) ? (material.plan?.id ?? null) : null,
      planYear,
      startDate,
      planDuration: draw(30) === 0 ? 1 + draw(60) : repaymentCount,
      repaymentCount,
      repaymentPeriod,
    },
    ...one<{ variances?: SentVariances | null }>(
      [
        {},
        { variances: null },
        // What the form has read, sent back.
        { variances: stored },
        ...Array.from({ length: 4 }, () => ({ variances: wishesFrom(draw, known, others.enrolmentIds) })),
      ],
      draw(99),
    ),
  }
}

/** Three parents with eight accounts each, and other fees at every school. */
async function addKnownFamilies(seed: number): Promise<Known[]> {
  const [drawn = []] = fc.sample(numbers(997), { seed, numRuns: 1 })
  const draw = drawFrom(drawn)
  const known: Known[] = []
  for (let parent = 0; parent < 3; parent += 1) {
    const accounts = Array.from({ length: 7 }, (_, place) => accountFrom(one(schoolNames, place), draw))
    // Last week's repayment is not with the school yet.
    accounts.push({ plans: [{ status: 'Current', frequency: 'Week' }], students: [{}, {}] })
    known.push(...(await addKnown(accounts, draw)))
  }
  for (const school of schoolNames)
    for (const year of [2026, 2027])
      await setFees(server, school, year, feesFrom(draw, yearLevels[schools[school].region]))
  return known
}

const always = [
  'a plan',
  'Draft',
  'ManualReview',
  'balanceAtPlanStart',
  'outstandingFeesCovered',
  'partYearAdjustment',
  'credit that is spoken for',
  'another payer',
  'a discount',
  'an add-on',
  'fee_changes_not_allowed',
  'not_found',
  'paymentSchedule.planYear',
  'paymentSchedule.startDate',
  'paymentSchedule.repaymentCount',
  'paymentSchedule.planDuration',
  'variances.standardFeeVariances.*.enrolmentId',
  'variances.standardFeeVariances.*.amount',
  'variances.addons.*.name',
  'variances.addons.*.value',
]

const moments: [string, string, string[]][] = [
  ['in November, when two years are offered', '2026-11-16T01:00:00Z', always],
  [
    'in May, when a term is over and plans run',
    '2027-05-10T02:00:00Z',
    [...always, 'fees of the year before'],
  ],
]

describe.each(isLong ? moments : moments.slice(-1))(
  'What the browser calculates %s',
  (_, moment, toBeSeen) => {
    it('is what the server answers to the same form, field by field; where it refuses, at the same fields in the same words', async () => {
      await travelTo(server, moment)
      const [seed = 0] = fc.sample(fc.nat(), 1)
      const seen = new Map<string, number>()

      const compare = async (family: Known, form: PlanRequest) => {
        const read = await materialOf(family, form.paymentSchedule.planYear)
        const calculated = calculate(read, form)
        const path = `/api/portal/customer/account/${family.accountId}/calculate-plan`
        const { status, body } = await call(`POST ${path}`, { token: family.token, body: form })
        const answered =
          status === 200
            ? { kind: 'plan', plan: body }
            : { kind: 'refused', code: body.code, fields: body.fields ?? {} }
        for (const what of whatIsIn(read, answered)) seen.set(what, (seen.get(what) ?? 0) + 1)
        // The comparison of the test runner is thorough in what it prints, and slow where there is nothing to print.
        if (!isDeepStrictEqual(calculated, answered))
          expect(calculated, JSON.stringify(form)).toStrictEqual(answered)
      }
      const unseen = () => toBeSeen.filter((what) => !seen.has(what))
      const forms = fc.array(numbers(150), { minLength: 16, maxLength: 16 })
      let made = 0
      // Other families each time: what none of them has, no form can show.
      for (; made < batches.least || (made < batches.most && unseen().length > 0); made += 1) {
        const known = await addKnownFamilies(seed + made)
        const others = {
          planIds: known.flatMap(({ planIds }) => planIds),
          enrolmentIds: known.flatMap(({ enrolmentIds }) => enrolmentIds),
        }
        await fc.assert(
          fc.asyncProperty(forms, async (several) => {
            await Promise.all(
              several.map(async (each) => {
                const from = drawFrom(each)
                const family = one(known, from(999))
                await compare(family, await formFrom(from, family, others))
              }),
            )
          }),
          { numRuns: 15, endOnFailure: true, seed: seed + made },
        )
      }
      expect(unseen(), `seed ${seed}`).toEqual([])
      expect(seen.get('a plan')).toBeGreaterThan((made * 15 * 16) / 3)
    })
  },
)

/** What a form and its answer have to do with, so that nothing goes untried for lack of luck. */
function whatIsIn({ material }: PlannerFacts, answered: { kind: string; [more: string]: any }): string[] {
  if (answered.kind !== 'plan') {
    const fields = Object.keys(answered['fields']).map((field) => field.replaceAll(/\d+/g, '*'))
    return [answered['code'], ...fields]
  }
  const plan: PaymentPlan = answered['plan']
  const students = plan.studentFeeBreakdown
  const lines = students.flatMap((student) => student.customerSelectedAddonsAndDiscounts)
  const isThere: Record<string, boolean> = {
    'a plan': true,
    [plan.planStatus]: true,
    partYearAdjustment: plan.partYearAdjustment !== null,
    balanceAtPlanStart: plan.balanceAtPlanStart !== 0,
    outstandingFeesCovered: plan.outstandingFeesCovered,
    'fees of the year before': plan.basedOnFeeScheduleYear < plan.planYear,
    'credit that is spoken for': material.freeCreditMinor < material.balanceMinor,
    'another payer': students.some(({ discounts }) =>
      discounts.some(({ portionPercent }) => portionPercent !== null),
    ),
    'a discount': lines.some(({ amount }) => amount < 0),
    'an add-on': lines.some(({ amount }) => amount > 0),
  }
  return Object.keys(isThere).filter((what) => isThere[what])
}
