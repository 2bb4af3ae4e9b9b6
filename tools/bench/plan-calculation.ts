import { addDays, calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { normalised, type StoredVariances } from '#domain/plan/fee-variances.ts'
import { cents } from '#domain/money.ts'
import { calculatePlan, type Plan, type PlanChoices, type PlanOverrides } from '#domain/plan/plan.ts'
import type { FeeItemFacts, PlanMaterial } from '#domain/plan/plan-material.ts'
import { camp, familyFee, feeItem, planMaterial, siblingDiscount, tuition } from '../testing/plan-material.ts'
import { comparison, type Finding, median, ratioOf } from './goal.ts'
import type { Bench, Outcome, Part } from './part.ts'

const roundMs = 200
const count = 26
const families = 500

export const planCalculation: Part = {
  name: 'plan-calculation',
  measures:
    'from the fees of two students, discounts and a part year to 26 payments with dates, against a bare split',
  run,
}

type Payment = { dueOn: string; amount: number }
type Task = {
  material: PlanMaterial
  choices: PlanChoices & { frequency: 'Fortnight' }
  overrides: PlanOverrides
  /** What it comes to, for the ways that only split. */
  total: number
}

/** Amounts and due dates with the language alone; asking for ISO text instead would take four times as long. */
function splitBare({ choices, total }: Task): Payment[] {
  const date = new Date(choices.startDate)
  const each = Math.ceil(total / count)
  const payments: Payment[] = []
  for (let index = 0; index < count; index++) {
    if (index > 0) date.setUTCDate(date.getUTCDate() + 14)
    const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()]
    payments.push({
      dueOn: `${date.getUTCFullYear()}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`,
      amount: index < count - 1 ? each : total - index * each,
    })
  }
  return payments
}

function planOf({ material, choices, overrides }: Omit<Task, 'total'>): Plan {
  const plan = calculatePlan(material, choices, overrides)
  if (!plan) throw new Error('A family of the bench has no fees.')
  return plan
}

const ways = {
  'bare split': splitBare,
  plan: (task: Task): Payment[] => planOf(task).instalments,
}
type Way = keyof typeof ways
const wayNames = Object.keys(ways) as Way[]

function run(bench: Bench): Promise<Outcome> {
  const tasks = makeTasks()
  checkThatBothAgree(tasks)
  const perSecond: Record<Way, number[]> = { 'bare split': [], plan: [] }
  // The first rounds are compiled while they run and do not count.
  for (let round = -2; round < bench.rounds(9); round++) {
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
  return [
    comparison(
      { goal: 'P1', what: 'plan, time', limits: { better: 'lower', goal: 4, defect: 10 }, unit: 'µs' },
      ours,
      { name: 'bare split', values: bare },
    ),
    {
      goal: 'P1',
      what: 'plan, rate',
      value: median(rates),
      unit: 'plans/s',
      limits: { better: 'higher', goal: 50_000 },
      figures: 'in one process',
    },
  ]
}

function rateOf(way: (task: Task) => Payment[], tasks: Task[]): number {
  const startedAt = cpuMs()
  let done = 0
  let payments = 0
  while (cpuMs() - startedAt < roundMs) {
    for (const task of tasks) payments += way(task).length
    done += tasks.length
  }
  const seconds = (cpuMs() - startedAt) / 1000
  if (payments !== done * count) throw new Error('A way of the bench leaves payments out.')
  return done / seconds
}

/** Of the processor, so that other work on the machine does not count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** A way that is quick because it is wrong would be no comparison. */
function checkThatBothAgree(tasks: Task[]): void {
  const shortened = (payments: Payment[]) => payments.map(({ dueOn, amount }) => `${dueOn} ${amount}`).join()
  for (const task of tasks) {
    if (shortened(splitBare(task)) !== shortened(planOf(task).instalments))
      throw new Error('The ways of the bench disagree.')
  }
}

/** Families differ in their amounts and begin on different days of the first half of 2027. */
function makeTasks(): Task[] {
  const firstStart = calendarDate('2027-01-05')
  return Array.from({ length: families }, (_, index) => {
    const task = makeTask(index, addDays(firstStart, (index * 37) % 180))
    return { ...task, total: planOf(task).total }
  })
}

function makeTask(index: number, startDate: CalendarDate): Omit<Task, 'total'> {
  return {
    material: planMaterial(
      [{ items: feesOf(11_845_00 + index * 101) }, { items: feesOf(9_860_00 + index * 57) }],
      {
        region: index % 3 === 0 ? 'UK' : 'AU',
        items: [siblingDiscount(7_50), familyFee(350_00)],
        balanceMinor: cents(123_45),
      },
    ),
    choices: { tuitionYear: 2027, frequency: 'Fortnight', startDate, count, variances },
    overrides: { coversOutstandingFees: index % 2 === 0 },
  }
}

const feesOf = (amount: number): FeeItemFacts[] => [
  tuition(amount),
  feeItem({ name: 'Technology', amountMinor: 640_00 }),
  camp(420_00),
  feeItem({ kind: 'Optional', name: 'Music', amountMinor: 385_50 }),
]

const students = ['student-1', 'student-2']
const variances: StoredVariances = {
  ...normalised(null),
  standardFeeVariances: students.map((enrolmentId) => ({
    enrolmentId,
    type: 'Scholarship',
    amount: 500,
    percent: null,
  })),
  addons: students.map((enrolmentId) => ({ enrolmentId, name: 'Music', value: 1 })),
  outstandingFees: 876.5,
  staffDiscount: { percent: 25 },
}
