import { parseAmount, parsePercent, toDecimal, type Cents } from '../money.ts'
import type { FeeVarianceType } from './payment-schedule.ts'
import { Refusal } from '../refusal.ts'

/** A document that proves a discount: the stored file and its display name. */
export type Letter = { id: string; name: string }

/** The changes to the school's fees that a family requests, as a plan stores them and the portal reads them. */
export type StoredVariances = {
  standardFeeVariances: {
    enrolmentId: string
    type: FeeVarianceType
    amount: number | null
    percent: number | null
    letter?: Letter
  }[]
  addons: { enrolmentId: string; name: string; value: string | number }[]
  outstandingFees: number | null
  otherArrangementsRequest: string | null
  staffDiscount: { percent: number; letter?: Letter } | null
}

type SentAmount = number | string | null

/** The variances as a form sends them: amounts as typed, and fields without a request left out. */
export type SentVariances = {
  standardFeeVariances?:
    | {
        enrolmentId: string
        type: FeeVarianceType
        amount?: SentAmount | undefined
        percent?: number | null | undefined
        letter?: Letter | null | undefined
      }[]
    | undefined
  addons?: { enrolmentId: string; name: string; value: string | number }[] | undefined
  outstandingFees?: SentAmount | undefined
  otherArrangementsRequest?: string | null | undefined
  staffDiscount?: { percent: number; letter?: Letter | null | undefined } | null | undefined
}

const decimalOf = (sent: number | string | null | undefined): number | null => {
  const amount = sent === null || sent === undefined ? undefined : parseAmount(sent)
  return amount === undefined || amount === 0 ? null : toDecimal(amount)
}

/** Normalises variances so that two of them can be compared: empty fields are left out. */
export function normalised(sent: SentVariances | null | undefined): StoredVariances {
  return {
    standardFeeVariances: (sent?.standardFeeVariances ?? []).map(
      ({ enrolmentId, type, amount, percent, letter }) => ({
        enrolmentId,
        type,
        amount: decimalOf(amount),
        percent: decimalOf(percent),
        ...letterOf(letter),
      }),
    ),
    addons: (sent?.addons ?? []).map(({ enrolmentId, name, value }) => ({
      enrolmentId,
      name: name.trim(),
      value: typeof value === 'string' ? value.trim() : value,
    })),
    outstandingFees: decimalOf(sent?.outstandingFees),
    otherArrangementsRequest: sent?.otherArrangementsRequest?.trim() || null,
    staffDiscount: sent?.staffDiscount?.percent
      ? { percent: sent.staffDiscount.percent, ...letterOf(sent.staffDiscount.letter) }
      : null,
  }
}

const letterOf = (letter: Letter | null | undefined) =>
  letter ? { letter: { id: letter.id, name: letter.name } } : {}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

const isOutstanding = ({ type }: { type: FeeVarianceType }) => type === 'OutstandingFees'

function feePart(variances: StoredVariances) {
  const { addons, otherArrangementsRequest, staffDiscount } = variances
  const standardFeeVariances = variances.standardFeeVariances.filter((each) => !isOutstanding(each))
  return { standardFeeVariances, addons, otherArrangementsRequest, staffDiscount }
}

function outstandingPart({ standardFeeVariances, outstandingFees }: StoredVariances) {
  return { outstandingFees, standardFeeVariances: standardFeeVariances.filter(isOutstanding) }
}

/**
 * The part of a customer's variances that counts. If the school does not let families change its fees, those on the plan
 * stay: the form may send them back unchanged, but nothing else.
 */
export function variancesToUse(
  sent: SentVariances | null | undefined,
  plan: { variances: StoredVariances } | null,
  may: { allowFeeVarianceUpdates: boolean; allowOutstandingFeeUpdates: boolean },
): StoredVariances {
  const requested = normalised(sent)
  const stored = normalised(plan?.variances)
  const withFees = may.allowFeeVarianceUpdates ? requested : keep(feePart, requested, stored)
  return may.allowOutstandingFeeUpdates ? withFees : keep(outstandingPart, withFees, stored)
}

/** The order of the request is kept, so that errors refer to the right position. */
function keep(
  partOf: (variances: StoredVariances) => Partial<StoredVariances>,
  requested: StoredVariances,
  stored: StoredVariances,
): StoredVariances {
  const [sent, onFile] = [partOf(requested), partOf(stored)]
  if (isSame(sent, onFile)) return requested
  if (!isSame(sent, partOf(normalised(null)))) throw new Refusal('fee_changes_not_allowed')
  const standardFeeVariances = [...requested.standardFeeVariances, ...(onFile.standardFeeVariances ?? [])]
  return { ...requested, ...onFile, standardFeeVariances }
}

/** The total that the family declares it still owes the school, for one student or in general. */
export function outstandingFeesOf({ outstandingFees, standardFeeVariances }: StoredVariances): Cents {
  const sums = [outstandingFees, ...standardFeeVariances.filter(isOutstanding).map(({ amount }) => amount)]
  const total = sums.reduce<number>((sum, amount) => sum + (parseAmount(amount ?? 0) ?? 0), 0)
  return total as Cents
}

/** Percent as basis points; undefined where none is given. */
export function basisPointsOf(percent: number | null | undefined): number | undefined {
  return percent === null || percent === undefined ? undefined : parsePercent(percent)
}
