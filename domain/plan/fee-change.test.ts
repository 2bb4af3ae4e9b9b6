import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { camp, feeItem, fourTerms, planMaterial, planOnFile, tuition } from '#tools/testing/plan-material.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { calendarDate } from '../calendar/calendar.ts'
import { cents } from '../money.ts'
import { regions } from '../region.ts'
import { afterNotice } from '../repayments.ts'
import { planAfterFees, type FeeChange, type PlanAfterFees, type PlanToFollow } from './fee-change.ts'
import { normalised } from './fee-variances.ts'
import { collectionDate, dueDate } from './payment-schedule.ts'
import type { FeeItemFacts } from './plan-material.ts'
import type { Instalment } from './plan-payments.ts'

const day = calendarDate
const today = day('2027-03-02')

const feesOf = (items: FeeItemFacts[], year = 2027) => ({
  id: 'fees',
  institutionId: 'school',
  institutionName: 'Wattle Grove College',
  year,
  terms: fourTerms,
  items,
})
const change = (before: FeeItemFacts[] | null, after: FeeItemFacts[]): FeeChange => ({
  institutionId: 'school',
  year: 2027,
  before: before && feesOf(before),
  after: feesOf(after),
})

type Status = Instalment['status']

/** A monthly plan from the end of January, so that February is shorter. */
function planOf(
  statuses: readonly Status[],
  {
    each = 1_000_00,
    region = 'AU' as const,
    ...own
  }: Partial<PlanToFollow> & { each?: number; region?: 'AU' | 'UK' } = {},
): PlanToFollow {
  const startDate = day('2027-01-31')
  const dueDates = statuses.map((_, index) => dueDate(startDate, index, 'Month'))
  const payments = statuses.map((status, index): Instalment => ({
    dueOn: dueDates[index]!,
    collectOn: collectionDate(dueDates[index]!, calendars[region]),
    noticedOn: null,
    movedFrom: null,
    collectedOn: null,
    amount: cents(each),
    settled: cents(status === 'Paid' ? each : 0),
    waived: cents(0),
    open: cents(status === 'Paid' || status === 'Collecting' ? 0 : each),
    status,
    retryOn: null,
  }))
  const settled = payments.filter(({ status }) => status !== 'Scheduled')
  return {
    ...planOnFile({
      status: 'Current',
      startDate,
      repaymentCount: statuses.length,
      settledCount: settled.length,
      settledMinor: cents(settled.length * each),
    }),
    tuitionYear: 2027,
    tailoredType: null,
    frequency: 'Month',
    periodicAmountMinor: cents(each),
    totalMinor: cents(each * statuses.length),
    payments,
    ...own,
  }
}

const follow = (plan: PlanToFollow, fees: FeeChange): PlanAfterFees =>
  planAfterFees({ ...planMaterial([{ items: [tuition(4_000_00)] }]), plan }, fees, today)

const rise = change([tuition(4_000_00)], [tuition(4_300_00)])
const fall = change([tuition(4_000_00)], [tuition(3_400_00)])
const running: Status[] = ['Paid', 'Scheduled', 'Scheduled', 'Scheduled']
const addon = { enrolmentId: 'student-1', name: 'Bus', value: 100 }

describe('A plan whose school changes its fees', () => {
  it.each<[string, PlanToFollow, FeeChange, string]>([
    ['follows a rise', planOf(running), rise, 'Recalculated'],
    ['follows a fall', planOf(running), fall, 'Recalculated'],
    [
      'follows before it has begun',
      planOf(['Scheduled', 'Scheduled', 'Scheduled', 'Scheduled'], { status: 'Saved' }),
      rise,
      'Recalculated',
    ],
    [
      'follows beside payments that are under way or owed',
      planOf(['Paid', 'Collecting', 'Overdue', 'Scheduled']),
      rise,
      'Recalculated',
    ],
    [
      'stays where another level pays the difference',
      planOf(running),
      change(
        [tuition(4_000_00)],
        [tuition(4_000_00), { ...feeItem({ kind: 'Optional', name: 'Bus', amountMinor: 50_00 }) }],
      ),
      'Unchanged',
    ],
    [
      'stays where it follows the new fees already',
      planOf(running, { totalMinor: cents(4_300_00) }),
      rise,
      'Unchanged',
    ],
    ['that is tailored is for people', planOf(running, { tailoredType: 'Hardship' }), rise, 'Tailored'],
    [
      'that is tailored stays where nothing changes for it',
      planOf(running, { tailoredType: 'Hardship' }),
      change([tuition(4_000_00)], [tuition(4_000_00)]),
      'Unchanged',
    ],
    [
      'that waits for its review is for people',
      planOf([], { status: 'ManualReview', totalMinor: cents(4_000_00), repaymentCount: 4 }),
      rise,
      'InReview',
    ],
    [
      'that is completed is for people',
      planOf(['Paid', 'Paid', 'Paid', 'Paid'], { status: 'Completed' }),
      rise,
      'Completed',
    ],
    [
      'is for people where less is charged than was collected',
      planOf(['Paid', 'Paid', 'Paid', 'Scheduled']),
      change([tuition(4_000_00)], [tuition(2_900_00)]),
      'BelowCollected',
    ],
    [
      'is for people where nothing is left to collect',
      planOf(['Paid', 'Paid', 'Paid', 'Collecting']),
      rise,
      'NothingLeft',
    ],
    [
      'ends where exactly what was collected is charged',
      planOf(['Paid', 'Paid', 'Paid', 'Scheduled']),
      change([tuition(4_000_00)], [tuition(3_000_00)]),
      'Recalculated',
    ],
    [
      'is for people where its payments would be too small',
      planOf(running),
      change([tuition(4_000_00)], [tuition(1_001_00)]),
      'TooSmall',
    ],
    [
      'is for people where the school no longer offers what it chose',
      planOf(running, { totalMinor: cents(4_000_00), variances: normalised({ addons: [addon] }) }),
      change(
        [tuition(3_900_00), feeItem({ kind: 'Optional', name: 'Bus', amountMinor: 100_00 })],
        [tuition(3_900_00)],
      ),
      'ChoiceGone',
    ],
    [
      'is for people where it does not follow from the fees it was made with',
      planOf(running, { totalMinor: cents(3_950_00) }),
      rise,
      'OtherChanges',
    ],
  ])('%s', (_, plan, fees, expected) => {
    const found = follow(plan, fees)
    const said = found.outcome === 'Review' ? found.reason : found.outcome
    expect(said).toBe(expected)
  })

  it('follows fees that are published late, from those of the year before', () => {
    const material = planMaterial([{}])
    const schedules = [{ ...feesOf([tuition(4_000_00)], 2026), terms: [] }]
    const found = planAfterFees(
      { ...material, schedules, plan: planOf(running) },
      change(null, [tuition(4_300_00)]),
      today,
    )
    expect([found.outcome, found.after?.total]).toEqual(['Recalculated', 4_300_00])
  })

  it('keeps its days and what is collected, and spreads the difference over the rest', () => {
    const found = follow(planOf(running), rise)
    if (found.outcome !== 'Recalculated') throw new Error(found.outcome)
    expect(found).toMatchObject({
      before: { total: 4_000_00, toCollect: 3_000_00, each: 1_000_00 },
      after: { total: 4_300_00, toCollect: 3_300_00, each: 1_100_00 },
    })
    expect(found.plan.instalments.map(({ dueOn, amount }) => [dueOn, amount])).toEqual([
      ['2027-02-28', 1_100_00],
      ['2027-03-31', 1_100_00],
      ['2027-04-30', 1_100_00],
    ])
  })

  it('takes no changed payment without its notice', () => {
    const found = follow(planOf(running), rise)
    // The payment of 28 February waits for its notice again: two business days from today.
    expect(found).toMatchObject({ firstOn: '2027-03-04' })
  })

  it('counts on the credit it was saved with, whatever the balance is now', () => {
    const plan = planOf(['Scheduled', 'Scheduled'], {
      status: 'Saved',
      each: 1_900_00,
      totalMinor: cents(3_800_00),
      balanceAtStartMinor: cents(-200_00),
    })
    const material = {
      ...planMaterial([{ items: [tuition(4_000_00)] }], { balanceMinor: cents(700_00) }),
      plan,
    }
    const found = planAfterFees(material, rise, today)
    expect(found.after).toEqual({ total: 4_100_00, toCollect: 4_100_00, each: 2_050_00 })
  })

  it('in review has its new amounts for those who look at it', () => {
    const plan = planOf([], { status: 'ManualReview', totalMinor: cents(4_000_00), repaymentCount: 4 })
    const found = follow(plan, rise)
    expect(found).toMatchObject({ reason: 'InReview', after: { total: 4_300_00, each: 1_075_00 } })
    expect(found.outcome === 'Review' && found.plan?.instalments).toHaveLength(4)
  })

  it('is collected to the cent, whatever the fees were and are', () => {
    const amount = fc.integer({ min: 4_00, max: 90_000_00 })
    fc.assert(
      fc.property(
        fc.record({
          was: amount,
          is: amount,
          paid: fc.integer({ min: 0, max: 3 }),
          region: fc.constantFrom(...regions),
        }),
        ({ was, is, paid, region }) => {
          const each = Math.floor(was / 4)
          const statuses = running.map((_, index): Status => (index < paid ? 'Paid' : 'Scheduled'))
          const plan = planOf(statuses, { each, region })
          const fees = change([tuition(each * 4)], [tuition(is), camp(0)])
          const material = { ...planMaterial([{}], { region }), plan }
          const found = planAfterFees({ ...material, schedules: [] }, { ...fees }, today)
          if (found.outcome !== 'Recalculated') return
          const { instalments } = found.plan
          const sum = instalments.reduce((total, { amount: part }) => total + part, 0)
          expect(sum + paid * each).toBe(found.plan.total)
          expect(sum).toBe(found.after?.toCollect)
          expect(instalments.every(({ amount: part }) => part > 0)).toBe(true)
          const [first] = instalments
          const earliest = afterNotice(today, calendars[region])
          if (first) expect(found.firstOn).toBe(first.collectOn > earliest ? first.collectOn : earliest)
        },
      ),
    )
  })
})
