import type { Compared } from '#contract/staff-review-page.ts'
import { daysBetween, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import { frequencyWord, type Frequency } from '#domain/plan/payment-schedule.ts'
import type { Plan } from '#domain/plan/plan.ts'
import type { FamilyFee, StudentFees } from '#domain/plan/school-charges.ts'
import type { Region } from '#domain/region.ts'
import { dayInWords, daysApart, differenceInWords, sumInWords } from './in-words.ts'

/** The figures in which two plans are compared. */
export type PlanFigures = {
  frequency: Frequency
  /** When money is collected; null where nothing is left to pay. */
  firstOn: CalendarDate | null
  lastOn: CalendarDate | null
  count: number
  each: Cents
  /** The last payment, which takes the remaining cents. */
  last: Cents
  total: Cents
  students: StudentFees[]
  familyFees: FamilyFee[]
  partYearAdjustment: Cents
  balanceAtStart: Cents
  /** Earlier debts that the plan covers. */
  outstandingFees: Cents
}

type Row = Compared['groups'][number]['rows'][number]
type Line = { label: string; amount: Cents }

export function comparePlans(
  before: PlanFigures,
  after: PlanFigures,
  { region, year }: { region: Region; year: string },
): Compared['groups'] {
  const students = [...after.students, ...before.students.filter((previous) => !findStudent(after, previous))]
  const groups = students.map((student) => ({
    title: `${student.studentName}, ${student.yearLevel}`,
    rows: lineRows(
      linesOfStudent(findStudent(before, student)),
      linesOfStudent(findStudent(after, student)),
      region,
    ),
  }))
  const total = moneyRow(`Total for ${year}`, before.total, after.total, region)
  return [
    { title: 'Payments', rows: paymentRows(before, after, region) },
    ...groups,
    {
      title: 'The family',
      rows: [...lineRows(linesOfFamily(before), linesOfFamily(after), region), { ...total, isTotal: true }],
    },
  ]
}

/** The figures of a plan that was calculated and not stored. */
export function figuresOfCalculated(plan: Plan, frequency: Frequency, each: Cents): PlanFigures {
  const last = plan.instalments.at(-1)
  return {
    ...plan,
    frequency,
    firstOn: plan.instalments[0]?.collectOn ?? null,
    lastOn: last?.collectOn ?? null,
    count: plan.instalments.length,
    each,
    last: last?.amount ?? cents(0),
    outstandingFees: plan.coversOutstandingFees ? plan.outstandingFees : cents(0),
  }
}

/** Every line that a plan's total is made of. */
export function linesOf(plan: PlanFigures): Line[] {
  return [...plan.students.flatMap((student) => linesOfStudent(student)), ...linesOfFamily(plan)]
}

/** "24 × $663.00 = $15,912.00" */
export function sumsInWords({ count, each, last, total }: PlanFigures, region: Region): string {
  const sum = (amount: Cents) => sumInWords(amount, region)
  if (count === 0) return `Nothing is left to pay of ${sum(total)}`
  if (each === last) return `${count} × ${sum(each)} = ${sum(cents(count * each))}`
  return `${count - 1} × ${sum(each)} + ${sum(last)} = ${sum(cents((count - 1) * each + last))}`
}

function paymentRows(before: PlanFigures, after: PlanFigures, region: Region): Row[] {
  const isAsMany = before.count === after.count
  return [
    wordRow('Rhythm', frequencyWord(before.frequency), frequencyWord(after.frequency)),
    dayRow('First payment', before.firstOn, after.firstOn),
    dayRow('Last payment', before.lastOn, after.lastOn),
    ...(isAsMany
      ? []
      : [
          {
            ...wordRow('Number of payments', String(before.count), String(after.count)),
            difference: `${after.count > before.count ? '+' : '−'}${Math.abs(after.count - before.count)}`,
          },
        ]),
    moneyRow(isAsMany ? `Each of ${after.count}` : 'Each payment', before.each, after.each, region),
  ]
}

const findStudent = ({ students }: PlanFigures, { enrolmentId }: StudentFees) =>
  students.find((student) => student.enrolmentId === enrolmentId)

function linesOfStudent(student: StudentFees | undefined): Line[] {
  if (!student) return []
  const named = ({ name, percentage, portionPercent }: StudentFees['fees'][number]) =>
    [
      name,
      percentage !== null && `${percentage}%`,
      portionPercent !== null && `this family pays ${portionPercent}%`,
    ]
      .filter((part) => part !== false)
      .join(', ')
  return [
    ...student.fees.map((fee) => ({ label: named(fee), amount: fee.amountMinor })),
    ...student.addons.map((addon) => ({
      label: addon.selectedFeeOption === null ? named(addon) : `${named(addon)}: ${addon.selectedFeeOption}`,
      amount: addon.amountMinor,
    })),
    ...student.discounts.map((discount) => ({ label: named(discount), amount: discount.amountMinor })),
  ]
}

function linesOfFamily(plan: PlanFigures): Line[] {
  const more: [string, Cents][] = [
    ['Terms before the family joined', plan.partYearAdjustment],
    [plan.balanceAtStart < 0 ? 'Credit brought along' : 'Owed from before', plan.balanceAtStart],
    ['Outstanding fees', plan.outstandingFees],
  ]
  return [
    ...plan.familyFees.map(({ name, school, amountMinor }) => ({
      label: school === undefined ? name : `${name}, ${school}`,
      amount: amountMinor,
    })),
    ...more.flatMap(([label, amount]) => (amount === 0 ? [] : [{ label, amount }])),
  ]
}

/** Lines of the same name belong together, in their order. */
function lineRows(before: readonly Line[], after: readonly Line[], region: Region): Row[] {
  const unmatched = [...before]
  const rows = after.map(({ label, amount }) => {
    const index = unmatched.findIndex((line) => line.label === label)
    const previous = index === -1 ? undefined : unmatched.splice(index, 1)[0]
    return moneyRow(label, previous?.amount ?? null, amount, region)
  })
  return [...rows, ...unmatched.map(({ label, amount }) => moneyRow(label, amount, null, region))]
}

function moneyRow(label: string, before: Cents | null, after: Cents | null, region: Region): Row {
  const words = (amount: Cents | null) => (amount === null ? null : sumInWords(amount, region))
  return {
    label,
    onFile: words(before),
    askedFor: words(after),
    difference: differenceInWords(before ?? 0, after ?? 0, region),
    isChanged: before !== after,
    isTotal: false,
  }
}

function dayRow(label: string, before: CalendarDate | null, after: CalendarDate | null): Row {
  return {
    ...wordRow(label, before && dayInWords(before), after && dayInWords(after)),
    difference: before && after ? daysApart(daysBetween(before, after)) : null,
  }
}

function wordRow(label: string, before: string | null, after: string | null): Row {
  return {
    label,
    onFile: before,
    askedFor: after,
    difference: null,
    isChanged: before !== after,
    isTotal: false,
  }
}
