import { cents, toDecimal } from '#domain/money.ts'
import { declaredDiscounts, isSameDiscount, type RequestedDiscount } from '#domain/plan/declared-discounts.ts'
import type { StoredVariances } from '#domain/plan/fee-variances.ts'
import type { FeeVarianceType } from '#domain/plan/payment-schedule.ts'
import type { FeeItemFacts } from '#domain/plan/plan-material.ts'
import type { Region } from '#domain/region.ts'
import { appliesTo, isOfAnySize, varianceNames, type Attending } from '#domain/plan/school-charges.ts'
import { formatMoney } from '../../../ui/money/money.tsx'
import type { PlannerFacts } from '../../plan/planner-facts.ts'

/** What a family may change here. Where it may not, what is on its plan stays to be seen. */
export type MayChange = { fees: boolean; outstandingFees: boolean }

export function mayChangeIn({ material, offer, whyNotEditable }: PlannerFacts): MayChange {
  const isOpen = material.region === 'AU' && whyNotEditable === null
  return {
    fees: isOpen && offer.allowFeeVarianceUpdates,
    outstandingFees: isOpen && offer.allowOutstandingFeeUpdates,
  }
}

/** A change of the fees that the family requests, as the card lists it. */
export type FeeRequest = {
  /** Its path in the request. */
  path: string
  /** Null where it is for the whole plan. */
  enrolmentId: string | null
  name: string
  /** With its figure: "Scholarship 10%". */
  text: string
  /** The dialog that it is changed in. */
  dialog: 'fee' | 'discount'
  takesOff: boolean
  /** By which of the school's rules it may be changed. */
  rule: keyof MayChange
}

/** What a school lets the family of a student add. */
export function offeredFees({ schedule, level }: Pick<Attending, 'schedule' | 'level'>): FeeItemFacts[] {
  const offered = schedule.items.filter(
    (item) => (item.kind === 'Selectable' || item.kind === 'Optional') && appliesTo(item, level),
  )
  return offered.filter(({ name }, place) => offered.findIndex((other) => other.name === name) === place)
}

/** All requested fee changes of a plan, in the order of the request. */
export function requestsIn(
  variances: StoredVariances,
  attending: readonly Attending[],
  region: Region,
): FeeRequest[] {
  const { standardFeeVariances, addons, outstandingFees, otherArrangementsRequest, staffDiscount } = variances
  const requests = standardFeeVariances.map(({ enrolmentId, type, amount, percent }, place) =>
    standardRequest(
      type,
      `standardFeeVariances.${place}`,
      enrolmentId,
      figureText({ amount, percent }, region),
    ),
  )
  for (const [place, addon] of addons.entries()) {
    const student = attending.find(({ enrolment }) => enrolment.id === addon.enrolmentId)
    const item = student && offeredFees(student).find(({ name }) => name === addon.name)
    requests.push({
      path: `addons.${place}`,
      enrolmentId: addon.enrolmentId,
      name: addon.name,
      text: `${addon.name} ${addonText(addon.value, item, region)}`,
      dialog: 'fee',
      takesOff: false,
      rule: 'fees',
    })
  }
  if (outstandingFees !== null) {
    const text = formatMoney(outstandingFees, region)
    requests.push(standardRequest('OutstandingFees', 'outstandingFees', null, text))
  }
  // The note belongs to the students it was written for, if there are any.
  const isNoted = standardFeeVariances.some(({ type }) => type === 'OtherArrangement')
  if (otherArrangementsRequest !== null && !isNoted)
    requests.push(standardRequest('OtherArrangement', 'otherArrangementsRequest', null, ''))
  if (staffDiscount) {
    const onlyOne = attending.length === 1 ? attending[0]?.enrolment.id : undefined
    const text = `${staffDiscount.percent}%`
    requests.push(standardRequest('StaffDiscount', 'staffDiscount', onlyOne ?? null, text))
  }
  return requests
}

function standardRequest(
  type: FeeVarianceType,
  path: string,
  enrolmentId: string | null,
  figure: string,
): FeeRequest {
  const name = varianceNames[type]
  const isOutstanding = type === 'OutstandingFees'
  return {
    path,
    enrolmentId,
    name,
    text: `${name} ${figure}`.trim(),
    dialog: isOutstanding ? 'fee' : 'discount',
    takesOff: !isOutstanding,
    rule: isOutstanding ? 'outstandingFees' : 'fees',
  }
}

function figureText(
  { amount, percent }: { amount: number | null; percent: number | null },
  region: Region,
): string {
  if (percent !== null) return `${percent}%`
  return amount === null ? '' : formatMoney(amount, region)
}

/** What the school charges for it; the family's own sum only where the school has none. */
function addonText(value: string | number, item: FeeItemFacts | undefined, region: Region): string {
  if (!item) return ''
  const amount = isOfAnySize(item) ? Number(value) : toDecimal(item.amountMinor ?? cents(0))
  return formatMoney(Number.isFinite(amount) ? amount : 0, region)
}

/** Where the discounts stand that rest on the family's word so far. */
export function declaredPaths(
  variances: StoredVariances,
  attending: readonly Attending[],
  { material }: PlannerFacts,
): ReadonlySet<string> {
  const declared = declaredDiscounts(variances, attending, material.plan)
  const isDeclared = (discount: RequestedDiscount) => declared.some((each) => isSameDiscount(each, discount))
  const { standardFeeVariances, staffDiscount } = variances
  return new Set([
    ...standardFeeVariances.flatMap((request, place) =>
      isDeclared(request) ? [`standardFeeVariances.${place}`] : [],
    ),
    ...(staffDiscount && declared.some(({ enrolmentId }) => enrolmentId === null) ? ['staffDiscount'] : []),
  ])
}

/** The variances without one of the requested fee changes. */
export function withoutRequest(variances: StoredVariances, path: string): StoredVariances {
  const [list, place] = path.split('.')
  switch (list) {
    case 'standardFeeVariances':
      return withoutIdleNote({
        ...variances,
        standardFeeVariances: variances.standardFeeVariances.toSpliced(Number(place), 1),
      })
    case 'addons':
      return { ...variances, addons: variances.addons.toSpliced(Number(place), 1) }
    case 'outstandingFees':
    case 'otherArrangementsRequest':
    case 'staffDiscount':
      return { ...variances, [list]: null }
    default:
      throw new RangeError(`There is no request at ${path}`)
  }

  function withoutIdleNote(left: StoredVariances): StoredVariances {
    const isOther = ({ type }: { type: FeeVarianceType }) => type === 'OtherArrangement'
    const wasNoted = variances.standardFeeVariances.some(isOther)
    const isNoted = left.standardFeeVariances.some(isOther)
    return wasNoted && !isNoted ? { ...left, otherArrangementsRequest: null } : left
  }
}

/** The errors of a requested fee change. */
export function problemOf({ path }: Pick<FeeRequest, 'path'>, errors: Record<string, string>): string[] {
  return Object.entries(errors)
    .filter(([field]) => isAt(field, path))
    .map(([, why]) => why)
}

/** The errors that belong to none of these fee changes. */
export function otherProblem(requests: readonly FeeRequest[], errors: Record<string, string>): string[] {
  return Object.entries(errors)
    .filter(([field]) => field === 'variances' || field.startsWith('variances.'))
    .filter(([field]) => !requests.some(({ path }) => isAt(field, path)))
    .map(([, why]) => why)
}

function isAt(field: string, path: string): boolean {
  return field === `variances.${path}` || field.startsWith(`variances.${path}.`)
}
