import { addDays, calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { Fee, StudentCharges } from '#domain/plan/fees.ts'
import { cents } from '#domain/money.ts'
import { dueDate } from '#domain/plan/payment-schedule.ts'
import { calculatePlan, instalmentsOf, type PlanWish } from '#domain/plan/plan.ts'
import { type Finding, median, ratioOf } from './goal.ts'
import type { Outcome, Part } from './part.ts'
import { shown } from './report.ts'

const rounds = 9
const roundMs = 200
const count = 26
const wishes = 500

export const planCalculation: Part = {
  name: 'plan-calculation',
  measures: 'two students, discounts, a part year and 26 payments with dates, against a bare split',
  run,
}

type Payment = { dueOn: string; amount: number }
/** A family's wish, and what it comes to, for the ways that only split. */
type Task = { wish: PlanWish; total: number }

/** Amounts and due dates with the language alone; asking for ISO text instead would take four times as long. */
function splitBare({ wish, total }: Task): Payment[] {
  const date = new Date(wish.startDate)
  return split(total, (index) => {
    if (index > 0) date.setUTCDate(date.getUTCDate() + 14)
    const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()]
    return `${date.getUTCFullYear()}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`
  })
}

/** The same with our calendar: what is left between this and a plan are the fees, the sums and the banks' days. */
function splitByOurCalendar({ wish, total }: Task): Payment[] {
  return split(total, (index) => dueDate(wish.startDate, index, wish.frequency))
}

function split(total: number, dueOn: (index: number) => string): Payment[] {
  const each = Math.ceil(total / count)
  const payments: Payment[] = []
  for (let index = 0; index < count; index++) {
    payments.push({ dueOn: dueOn(index), amount: index < count - 1 ? each : total - index * each })
  }
  return payments
}

function planFully({ wish }: Task): Payment[] {
  const plan = calculatePlan(wish)
  if (!plan) throw new Error('A wish of the bench cannot be paid.')
  return instalmentsOf(plan, wish)
}

const ways = {
  'bare split': splitBare,
  'split by our calendar': splitByOurCalendar,
  plan: planFully,
}
type Way = keyof typeof ways
const wayNames = Object.keys(ways) as Way[]

function run(): Promise<Outcome> {
  const tasks = makeTasks()
  checkThatAllAgree(tasks)
  const perSecond: Record<Way, number[]> = { 'bare split': [], 'split by our calendar': [], plan: [] }
  // The first rounds are compiled while they run and do not count.
  for (let round = -2; round < rounds; round++) {
    for (const way of wayNames) {
      const rate = rateOf(ways[way], tasks)
      if (round >= 0) perSecond[way].push(rate)
    }
  }
  const microseconds = (way: Way) => perSecond[way].map((rate) => 1_000_000 / rate)
  return Promise.resolve({
    findings: findingsFrom(perSecond.plan, microseconds('plan'), microseconds('bare split')),
    rows: wayNames.map((way) => ({
      way,
      'time ×': ratioOf(microseconds(way), microseconds('bare split')),
      µs: median(microseconds(way)),
      'per second': median(perSecond[way]),
      'slowest round': Math.min(...perSecond[way]),
    })),
  })
}

function findingsFrom(rates: number[], ours: number[], bare: number[]): Finding[] {
  const ratio = ratioOf(ours, bare)
  return [
    {
      goal: 'P1',
      what: 'plan, time',
      value: ratio,
      unit: '×',
      limits: { better: 'lower', goal: 4, defect: 10 },
      against: { name: 'bare split', ratio },
      figures: `${shown(median(ours))} against ${shown(median(bare))} µs`,
    },
    {
      goal: 'P1',
      what: 'plan, rate',
      value: median(rates),
      unit: 'plans/s',
      limits: { better: 'higher', goal: 50_000 },
      against: undefined,
      figures: 'in one process',
    },
  ]
}

function rateOf(way: (task: Task) => Payment[], tasks: Task[]): number {
  const startedAt = performance.now()
  let done = 0
  let payments = 0
  while (performance.now() - startedAt < roundMs) {
    for (const task of tasks) payments += way(task).length
    done += tasks.length
  }
  const seconds = (performance.now() - startedAt) / 1000
  if (payments !== done * count) throw new Error('A way of the bench leaves payments out.')
  return done / seconds
}

/** A way that is quick because it is wrong would be no comparison. */
function checkThatAllAgree(tasks: Task[]): void {
  const shortened = (payments: Payment[]) => payments.map(({ dueOn, amount }) => `${dueOn} ${amount}`).join()
  for (const task of tasks) {
    const [first, ...others] = wayNames.map((way) => shortened(ways[way](task)))
    if (others.some((other) => other !== first)) throw new Error('The ways of the bench disagree.')
  }
}

/** Families differ in their amounts and begin on different days of the first half of 2027. */
function makeTasks(): Task[] {
  const firstStart = calendarDate('2027-01-05')
  return Array.from({ length: wishes }, (_, index) => {
    const wish = makeWish(index, addDays(firstStart, (index * 37) % 180))
    return { wish, total: calculatePlan(wish)?.total ?? NaN }
  })
}

function makeWish(index: number, startDate: CalendarDate): PlanWish {
  return {
    region: index % 3 === 0 ? 'UK' : 'AU',
    frequency: 'Fortnight',
    startDate,
    count,
    students: [makeStudent(11_845_00 + index * 101), makeStudent(9_860_00 + index * 57)],
    familyFees: [cents(350_00)],
    terms: terms.map(([startsOn, endsOn]) => ({
      startsOn: calendarDate(startsOn),
      endsOn: calendarDate(endsOn),
    })),
    coverFrom: addDays(startDate, -10),
    balanceAtStart: cents(-123_45),
    outstandingFees: cents(876_50),
    coversOutstandingFees: index % 2 === 0,
  }
}

const terms = [
  ['2027-01-28', '2027-04-09'],
  ['2027-04-27', '2027-07-02'],
  ['2027-07-20', '2027-09-24'],
  ['2027-10-12', '2027-12-16'],
] as const

function makeStudent(tuition: number): StudentCharges {
  const fee = (name: string, amount: number, isDiscountable: boolean): Fee => ({
    name,
    amount: cents(amount),
    isDiscountable,
  })
  return {
    fees: [fee('Tuition', tuition, true), fee('Technology', 640_00, true), fee('Camp', 420_00, false)],
    addons: [fee('Music', 385_50, false)],
    discounts: [
      { name: 'Staff', basisPoints: 25_00 },
      { name: 'Sibling', basisPoints: 7_50 },
      { name: 'Scholarship', amount: cents(500_00) },
    ],
    share: { basisPoints: 100_00 },
  }
}
