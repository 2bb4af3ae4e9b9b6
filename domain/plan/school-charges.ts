import { addMonthsClamped } from '../calendar/calendar.ts'
import { sumStudent, type Discount, type Fee, type StudentCharges } from './fees.ts'
import { basisPointsOf, type StoredVariances } from './fee-variances.ts'
import { cents, parseAmount, type Cents } from '../money.ts'
import type {
  EnrolmentFacts,
  FeeItemFacts,
  FeeScheduleFacts,
  OtherShare,
  PlanMaterial,
  Term,
} from './plan-material.ts'
import type { FeeVarianceType } from './payment-schedule.ts'
import { Refusal } from '../refusal.ts'
import { compareYearLevels, yearLevelIn } from '../calendar/year-levels.ts'

export type FeeLine = {
  name: string
  amountMinor: Cents
  percentage: number | null
  portionPercent: number | null
  discountPercent: number | null
  /** A discount that takes off less than it says, because no more fees are left. */
  isCapped?: true
}

/** Charged once to a family, with its school where several charge one. */
export type FamilyFee = { name: string; amountMinor: Cents; school?: string }

/** A student's fees, line by line, as a plan keeps them. */
export type StudentFees = {
  enrolmentId: string
  studentName: string
  yearLevel: string
  fees: FeeLine[]
  discounts: FeeLine[]
  addons: (FeeLine & { selectedFeeOption: string | null })[]
}

/** The schools' charges to a family for a tuition year, before they become a plan. */
export type Charges = {
  annualTotal: Cents
  students: StudentFees[]
  familyFees: FamilyFee[]
  terms: Term[]
  basedOnFeeScheduleYear: number
}

export type Attending = {
  enrolment: EnrolmentFacts
  level: string
  schedule: FeeScheduleFacts
  siblingNo: number
}

export const varianceNames: Record<FeeVarianceType, string> = {
  BursaryConcession: 'Bursary or concession',
  FamilyArrangement: 'Family arrangement',
  FeeScheduleOption: 'Fee schedule option',
  OutstandingFees: 'Outstanding fees',
  Scholarship: 'Scholarship',
  StaffDiscount: 'Staff discount',
  OtherArrangement: 'Other arrangement',
}

/** Whether a variance reduces the fees automatically; the others are added elsewhere or left to staff. */
const isDiscount = (type: FeeVarianceType) => type !== 'OutstandingFees' && type !== 'OtherArrangement'

/** Undefined while a school has published fees neither for that year nor for the one before, or nobody attends. */
export function chargesOf(
  material: PlanMaterial,
  tuitionYear: number,
  variances: StoredVariances,
): Charges | undefined {
  const { institutionId, otherShares } = material
  const attending = attendingIn(material, tuitionYear)
  const [first] = attending ?? []
  if (!attending || !first) return undefined
  checkVariances(attending, variances)
  const main = attending.find(({ schedule }) => schedule.institutionId === institutionId) ?? first
  const students = attending.map((student) => studentOf(student, variances, otherShares))
  const familyFees = familyFeesOf(attending)
  let annualTotal = 0
  for (const { payable } of students) annualTotal += payable
  for (const { amountMinor } of familyFees) annualTotal += amountMinor
  return {
    annualTotal: cents(annualTotal),
    students: students.map(({ fees }) => fees),
    familyFees,
    terms: termsIn(main.schedule, tuitionYear),
    basedOnFeeScheduleYear: Math.min(...attending.map(({ schedule }) => schedule.year)),
  }
}

/** The students of that year, eldest first, each with the fees of that year or of the previous one. */
export function attendingIn(
  { region, enrolments, schedules }: Pick<PlanMaterial, 'region' | 'enrolments' | 'schedules'>,
  tuitionYear: number,
): Attending[] | undefined {
  const levels = enrolments
    .flatMap((enrolment) => {
      const level = yearLevelIn(enrolment, tuitionYear, region)
      return level === undefined ? [] : [{ enrolment, level }]
    })
    .toSorted((a, b) => compareYearLevels(a.level, b.level, region))
  const bySchool = new Map<string, number>()
  const attending: Attending[] = []
  for (const { enrolment, level } of levels) {
    const schedule = scheduleOf(schedules, enrolment.institutionId)
    if (!schedule) return undefined
    const siblingNo = bySchool.get(enrolment.institutionId) ?? 0
    bySchool.set(enrolment.institutionId, siblingNo + 1)
    attending.push({ enrolment, level, schedule, siblingNo })
  }
  return attending
}

export function scheduleOf(
  schedules: readonly FeeScheduleFacts[],
  institutionId: string,
): FeeScheduleFacts | undefined {
  return schedules
    .filter((schedule) => schedule.institutionId === institutionId)
    .toSorted((a, b) => b.year - a.year)[0]
}

export function appliesTo(item: FeeItemFacts, level: string): boolean {
  return item.yearLevel === null || item.yearLevel === level
}

function studentOf(
  { enrolment, level, schedule, siblingNo }: Attending,
  variances: StoredVariances,
  otherShares: readonly OtherShare[],
): { payable: Cents; fees: StudentFees } {
  const items = schedule.items.filter((item) => appliesTo(item, level))
  const fees = items.filter(({ kind }) => kind === 'Fixed').map(asFee)
  const chosen = variances.addons
    .filter(({ enrolmentId }) => enrolmentId === enrolment.id)
    .map((addon) => ({ ...addonFee(items, addon), option: optionOf(items, addon) }))
  const given = siblingDiscounts(items, siblingNo)
  const asked = askedDiscounts(variances, enrolment.id)
  const share = shareOf(enrolment, otherShares)
  const discounts = [...given, ...asked]
  const sum = sumStudent({ fees, addons: chosen, discounts, share })
  const takenOff = discounts.map((discount, index) => ({
    ...line(discount.name, 0 - (sum.discounts[index] ?? 0), percentIn(discount)),
    ...(sum.capped[index] && { isCapped: true as const }),
  }))
  const lines: StudentFees = {
    enrolmentId: enrolment.id,
    studentName: enrolment.studentName,
    yearLevel: level,
    fees: fees.map(({ name, amount }) => line(name, amount)),
    discounts: [
      ...takenOff.slice(0, given.length),
      // The lines of a student add up to what this payer pays.
      ...(sum.payable === sum.net
        ? []
        : [
            {
              ...line('Paid by another payer', sum.payable - sum.net),
              portionPercent: percentOfShare(share),
            },
          ]),
    ],
    addons: [
      ...chosen.map(({ name, amount, option }) => ({ ...line(name, amount), selectedFeeOption: option })),
      ...takenOff.slice(given.length).map((discount) => ({ ...discount, selectedFeeOption: null })),
    ],
  }
  return { payable: sum.payable, fees: lines }
}

function line(name: string, amount: number, percent: number | null = null): FeeLine {
  return {
    name,
    amountMinor: cents(amount),
    percentage: percent,
    portionPercent: null,
    discountPercent: null,
  }
}

const percentIn = (discount: Discount) => ('basisPoints' in discount ? discount.basisPoints / 100 : null)

const asFee = ({ name, amountMinor, isDiscountable }: FeeItemFacts): Fee => ({
  name,
  amount: amountMinor ?? cents(0),
  isDiscountable,
})

/** The eldest pays in full. Where a school lists several discounts they are those of the second child, the third… */
function siblingDiscounts(items: readonly FeeItemFacts[], siblingNo: number): Discount[] {
  if (siblingNo === 0) return []
  const offered = items.filter(({ kind }) => kind === 'SiblingDiscount')
  const item = offered[Math.min(siblingNo, offered.length) - 1]
  if (!item) return []
  return [
    item.percentBasisPoints === null
      ? { name: item.name, amount: item.amountMinor ?? cents(0) }
      : { name: item.name, basisPoints: item.percentBasisPoints },
  ]
}

function askedDiscounts(variances: StoredVariances, enrolmentId: string): Discount[] {
  const { standardFeeVariances, staffDiscount } = variances
  return [
    ...standardFeeVariances
      .filter((each) => each.enrolmentId === enrolmentId && isDiscount(each.type))
      .map(({ type, amount, percent }): Discount => {
        const name = varianceNames[type]
        const basisPoints = basisPointsOf(percent)
        if (basisPoints !== undefined) return { name, basisPoints }
        return { name, amount: parseAmount(amount ?? 0) ?? cents(0) }
      }),
    ...(staffDiscount
      ? [{ name: varianceNames.StaffDiscount, basisPoints: basisPointsOf(staffDiscount.percent) ?? 0 }]
      : []),
  ]
}

type Addon = StoredVariances['addons'][number]

/** Charged as the school charges it, whatever sum the form sent along; only a fee without one of its own takes the family's. */
function addonFee(items: readonly FeeItemFacts[], addon: Addon): Fee {
  const item = addonItem(items, addon)
  return {
    name: addon.name,
    amount: (item && isOfAnySize(item) ? parseAmount(addon.value) : item?.amountMinor) ?? cents(0),
    isDiscountable: false,
  }
}

/** Whether the family chooses the amount of a fee, for example of a donation. */
export function isOfAnySize({
  amountMinor,
  options,
}: Pick<FeeItemFacts, 'amountMinor' | 'options'>): boolean {
  return (amountMinor ?? 0) === 0 && options.length === 0
}

/** Whether the family names the sum of what it adds: only then is there anything to check about it. */
export function isAddonOfAnySize(attending: readonly Attending[], addon: Addon): boolean {
  const student = attending.find(({ enrolment }) => enrolment.id === addon.enrolmentId)
  const item =
    student &&
    addonItem(
      student.schedule.items.filter((each) => appliesTo(each, student.level)),
      addon,
    )
  return item !== undefined && isOfAnySize(item)
}

function addonItem(items: readonly FeeItemFacts[], { name }: Addon): FeeItemFacts | undefined {
  return items.find((item) => item.name === name && (item.kind === 'Selectable' || item.kind === 'Optional'))
}

function optionOf(items: readonly FeeItemFacts[], addon: Addon): string | null {
  return addonItem(items, addon)?.options.includes(String(addon.value)) ? String(addon.value) : null
}

function shareOf(enrolment: EnrolmentFacts, otherShares: readonly OtherShare[]): StudentCharges['share'] {
  if (!enrolment.holdsRemainder) return { basisPoints: enrolment.portionBasisPoints }
  const { studentId, institutionId } = enrolment
  return {
    remainderOf: otherShares
      .filter((other) => other.studentId === studentId && other.institutionId === institutionId)
      .map(({ basisPoints }) => basisPoints),
  }
}

function percentOfShare(share: StudentCharges['share']): number {
  if ('basisPoints' in share) return share.basisPoints / 100
  return (10_000 - share.remainderOf.reduce((sum, basisPoints) => sum + basisPoints, 0)) / 100
}

/** Charged once to a family: where parents split a student's fees, the one who holds the remainder pays them. */
function familyFeesOf(attending: readonly Attending[]): Charges['familyFees'] {
  const schedules = new Set(
    attending.filter(({ enrolment }) => enrolment.holdsRemainder).map(({ schedule }) => schedule),
  )
  const charging = [...schedules].filter(({ items }) => items.some(({ kind }) => kind === 'Family'))
  return charging.flatMap(({ items, institutionName }) =>
    items
      .filter(({ kind }) => kind === 'Family')
      .map(({ name, amountMinor }) => ({
        name,
        amountMinor: amountMinor ?? cents(0),
        ...(charging.length > 1 && { school: institutionName }),
      })),
  )
}

/** The terms of a year that is not published yet are taken to be those of the year before, a year later. */
function termsIn({ year, terms }: FeeScheduleFacts, tuitionYear: number): Term[] {
  if (year === tuitionYear) return terms
  const months = 12 * (tuitionYear - year)
  return terms.map(({ startsOn, endsOn }) => ({
    startsOn: addMonthsClamped(startsOn, months),
    endsOn: addMonthsClamped(endsOn, months),
  }))
}

/** Refuses variances that cannot be granted, each with the reason at its own field. */
function checkVariances(attending: readonly Attending[], variances: StoredVariances): void {
  const fields: Record<string, string> = {}
  const find = (enrolmentId: string) => attending.find(({ enrolment }) => enrolment.id === enrolmentId)
  const notTheirs = 'This is not one of your students in this school year'
  const { standardFeeVariances, staffDiscount } = variances
  for (const [index, { enrolmentId, type, amount, percent }] of standardFeeVariances.entries()) {
    const at = `variances.standardFeeVariances.${index}`
    if (!find(enrolmentId)) fields[`${at}.enrolmentId`] = notTheirs
    if (amount !== null && percent !== null)
      fields[`${at}.percent`] = 'Enter an amount or a percentage, not both'
    if (type === 'OutstandingFees' && amount === null) fields[`${at}.amount`] = 'Enter an amount'
    if (isDiscount(type) && amount === null && percent === null)
      fields[`${at}.amount`] = 'Enter an amount or a percentage'
  }
  if (staffDiscount && standardFeeVariances.some(({ type }) => type === 'StaffDiscount'))
    fields['variances.staffDiscount'] = 'The staff discount is given twice'
  for (const [index, addon] of variances.addons.entries()) {
    const at = `variances.addons.${index}`
    const student = find(addon.enrolmentId)
    if (!student) fields[`${at}.enrolmentId`] = notTheirs
    else Object.assign(fields, whyNotAddon(student, addon, at))
    const isTwice = variances.addons
      .slice(0, index)
      .some(({ enrolmentId, name }) => enrolmentId === addon.enrolmentId && name === addon.name)
    if (isTwice) fields[`${at}.name`] = 'This fee is added twice'
  }
  if (Object.keys(fields).length > 0) throw new Refusal('invalid_request', { fields })
}

function whyNotAddon({ level, schedule }: Attending, addon: Addon, at: string): Record<string, string> {
  const item = addonItem(
    schedule.items.filter((each) => appliesTo(each, level)),
    addon,
  )
  if (!item) return { [`${at}.name`]: 'The school does not offer this' }
  if (item.options.length > 0 && !item.options.includes(String(addon.value)))
    return { [`${at}.value`]: `Choose one of ${item.options.join(', ')}` }
  if (isOfAnySize(item) && !parseAmount(addon.value)) return { [`${at}.value`]: 'Enter an amount' }
  return {}
}
