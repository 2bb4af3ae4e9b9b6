import { cents, percentOf, toDecimal, type Cents } from '#domain/money.ts'
import type { FeeVarianceType } from '#domain/plan/payment-schedule.ts'
import { yearLevels } from '#domain/calendar/year-levels.ts'
import type { StudentFees } from '#domain/plan/school-charges.ts'
import { feeScheduleOf, schools, type FeeItem, type SchoolName } from './schools.ts'

export type Discount = { name: string; type?: FeeVarianceType } & ({ percent: number } | { amount: Cents })
export type Addon = { name: string; option?: string }

export type Enrolled = {
  enrolmentId: string
  name: string
  school: SchoolName
  startYear: number
  startLevel: string
  /** With a type if the customer chose it, otherwise given by the school. */
  discounts: Discount[]
  addons: Addon[]
}

export type Fees = {
  studentFees: StudentFees[]
  familyFees: { name: string; amountMinor: Cents; school?: string }[]
  annualTotal: Cents
}

type Line = StudentFees['fees'][number]
const line = (name: string, amount: number, percent: number | null = null): Line => ({
  name,
  amountMinor: cents(amount),
  percentage: percent,
  portionPercent: null,
  discountPercent: null,
})

/**
 * A tuition year's fees from the fee schedules of that year, or of another if it has none. Discounts are negative
 * lines, each calculated on the fees that may be discounted, and together never more than those.
 */
export function feesOf(enrolled: Enrolled[], year: number, feeYear: number): Fees {
  const studentFees = enrolled.map((student, index) => {
    const isSibling = enrolled.slice(0, index).some((elder) => elder.school === student.school)
    return breakdownOf(student, levelIn(student, year), feeYear, isSibling)
  })
  const charged = [...new Set(enrolled.map(({ school }) => school))]
    .map((school) => ({
      school,
      items: feeScheduleOf(school, feeYear).items.filter(({ kind }) => kind === 'Family'),
    }))
    .filter(({ items }) => items.length > 0)
  const familyFees = charged.flatMap(({ school, items }) =>
    items.map(({ name, amount }) => ({
      name,
      amountMinor: amount ?? cents(0),
      ...(charged.length > 1 && { school }),
    })),
  )
  const lines = studentFees.flatMap((student) => [...student.fees, ...student.discounts, ...student.addons])
  return { studentFees, familyFees, annualTotal: sum([...lines, ...familyFees]) }
}

function breakdownOf(student: Enrolled, yearLevel: string, feeYear: number, isSibling: boolean): StudentFees {
  const { items } = feeScheduleOf(student.school, feeYear)
  const fixed = items.filter(
    (item) => item.kind === 'Fixed' && (item.yearLevel === null || item.yearLevel === yearLevel),
  )
  const takeOff = discounter(sum(fixed.filter((item) => item.isDiscountable).map(asFee)))
  const chosen = student.discounts.filter(({ type }) => type !== undefined)
  const given = student.discounts.filter(({ type }) => type === undefined)
  const sibling = items.filter((item) => isSibling && item.kind === 'SiblingDiscount').map(asDiscount)
  return {
    enrolmentId: student.enrolmentId,
    studentName: student.name,
    yearLevel,
    fees: fixed.map(asFee),
    discounts: [...given, ...sibling].map(takeOff),
    addons: [
      ...student.addons.map((addon) => ({
        ...asFee(itemNamed(items, addon.name)),
        selectedFeeOption: addon.option ?? null,
      })),
      ...chosen.map((discount) => ({ ...takeOff(discount), selectedFeeOption: null })),
    ],
  }
}

function discounter(most: Cents): (discount: Discount) => Line {
  let left = most
  return (discount) => {
    const wanted = 'percent' in discount ? percentOf(most, discount.percent * 100) : discount.amount
    const amount = cents(Math.min(wanted, left))
    left = cents(left - amount)
    return {
      ...line(discount.name, 0 - amount, 'percent' in discount ? discount.percent : null),
      ...(amount < wanted && { isCapped: true as const }),
    }
  }
}

const asFee = ({ name, amount }: FeeItem) => line(name, amount ?? 0)
const asDiscount = ({ name, percentBasisPoints }: FeeItem): Discount => ({
  name,
  percent: (percentBasisPoints ?? 0) / 100,
})

function itemNamed(items: FeeItem[], name: string): FeeItem {
  const item = items.find((each) => each.name === name)
  if (!item) throw new RangeError(`No school charges "${name}"`)
  return item
}

function levelIn({ school, startYear, startLevel, name }: Enrolled, year: number): string {
  const levels = yearLevels[schools[school].region]
  const level = levels[levels.indexOf(startLevel) + year - startYear]
  if (level === undefined) throw new RangeError(`${name} is in no year level of ${school} in ${year}`)
  return level
}

function sum(lines: { amountMinor: Cents }[]): Cents {
  return cents(lines.reduce((total, { amountMinor }) => total + amountMinor, 0))
}

/** The customer's own choices, in the form the portal sends and reads. */
export function variancesOf(enrolled: Enrolled[], feeYear: number, outstandingFees: Cents) {
  return {
    standardFeeVariances: enrolled.flatMap(({ enrolmentId, discounts }) =>
      discounts.flatMap((discount) => {
        if (discount.type === undefined) return []
        const { type } = discount
        const percent = 'percent' in discount ? discount.percent : null
        const amount = 'amount' in discount ? toDecimal(discount.amount) : null
        return [{ enrolmentId, type, amount, percent }]
      }),
    ),
    addons: enrolled.flatMap(({ enrolmentId, school, addons }) =>
      addons.map(({ name, option }) => ({
        enrolmentId,
        name,
        value: option ?? toDecimal(itemNamed(feeScheduleOf(school, feeYear).items, name).amount ?? cents(0)),
      })),
    ),
    outstandingFees: outstandingFees === 0 ? null : toDecimal(outstandingFees),
    otherArrangementsRequest: null,
    staffDiscount: null,
  }
}
