import { cents, percentOf, type Cents } from '../money.ts'

/** A fee that a school charges for a student. */
export type Fee = { name: string; amount: Cents; isDiscountable: boolean }

/** Taken off the fees that may be discounted: a share of them, in basis points, or a sum. */
export type Discount = { name: string } & ({ basisPoints: number } | { amount: Cents })

export type StudentCharges = {
  fees: readonly Fee[]
  /** Optional fees that the customer chose; discounts do not apply to them. */
  addons: readonly Fee[]
  /** In the order in which they are taken off. */
  discounts: readonly Discount[]
  /** This payer's share of the student, or what the shares of the other payers leave. */
  share: { basisPoints: number } | { remainderOf: readonly number[] }
}

export type StudentSum = {
  gross: Cents
  /** The amount of each discount, in order; never negative. */
  discounts: Cents[]
  /** Whether each discount is limited by the remaining fees. */
  capped: boolean[]
  net: Cents
  /** This payer's part of the net. */
  payable: Cents
}

/** Calculates a student's fees, discounts and this payer's part. */
export function sumStudent({ fees, addons, discounts, share }: StudentCharges): StudentSum {
  let gross = 0
  let base = 0
  for (const fee of fees) {
    gross += fee.amount
    if (fee.isDiscountable) base += fee.amount
  }
  for (const addon of addons) gross += addon.amount
  const takenOff = takeOff(discounts, cents(base))
  let net = gross
  for (const { amount } of takenOff) net -= amount
  return {
    gross: cents(gross),
    discounts: takenOff.map(({ amount }) => amount),
    capped: takenOff.map(({ isCapped }) => isCapped),
    net: cents(net),
    payable: partOf(cents(net), share),
  }
}

/** Percentages do not compound: each is taken of the whole base. Together they take no more than the base. */
function takeOff(discounts: readonly Discount[], base: Cents): { amount: Cents; isCapped: boolean }[] {
  let left = Math.max(0, base)
  return discounts.map((discount) => {
    const isSum = 'amount' in discount
    if (isSum && discount.amount < 0) throw new RangeError(`${discount.amount} cents are not a discount`)
    const wanted = isSum ? discount.amount : percentOf(base, discount.basisPoints)
    const taken = Math.max(0, Math.min(wanted, left))
    left -= taken
    return { amount: cents(taken), isCapped: taken < wanted }
  })
}

const wholeBasisPoints = 10_000

/** One payer holds the remainder, so that rounded shares still add up to the net. */
function partOf(net: Cents, share: StudentCharges['share']): Cents {
  const shares = 'remainderOf' in share ? share.remainderOf : [share.basisPoints]
  let shared = 0
  let sum = 0
  for (const basisPoints of shares) {
    shared += basisPoints
    sum += percentOf(net, basisPoints)
  }
  if (shared > wholeBasisPoints) throw new RangeError(`${shared} basis points are more than the whole`)
  return cents('remainderOf' in share ? net - sum : sum)
}
