import { cents, type Cents } from './money.ts'

/** What was paid of a charge, what is on its way, and what nobody will ask for. */
export type ChargeSums = { amount: Cents; settled: Cents; reserved: Cents; waived: Cents }

/** What is left of a charge to be asked for, collected or paid. */
export function openOf({ amount, settled, reserved, waived }: ChargeSums): Cents {
  return cents(amount - settled - reserved - waived)
}

export type OpenCharge = { id: string; open: Cents }

/** The part of a payment that is meant for one charge. */
export type Cover = { chargeId: string; amount: Cents }

/** Divides a payment among charges, in their order. */
export function coversOf<Charge extends OpenCharge>(
  amount: Cents,
  charges: readonly Charge[],
): (Cover & Omit<Charge, keyof OpenCharge>)[] {
  let left: number = amount
  return charges.flatMap(({ id, open, ...more }) => {
    const part = cents(Math.min(left, open))
    left -= part
    return part > 0 ? [{ ...more, chargeId: id, amount: part }] : []
  })
}

/** Why nobody is asked any more for a part of a charge. */
export type WaiverReason = 'WriteOff' | 'Goodwill' | 'Refund' | 'RequestCancelled' | 'AccountClosed'

/** What becomes of a charge whose money goes back: the family is asked for it again, or nobody is. */
export const returnOutcomes = ['AskAgain', 'Waive'] as const
export type ReturnOutcome = (typeof returnOutcomes)[number]

/** Takes an amount off the covers of a payment, the last one first. Returns what is taken off each. */
export function takenOff<Each extends Cover>(amount: Cents, covers: readonly Each[]): Each[] {
  let left: number = amount
  return covers.toReversed().flatMap((cover) => {
    const part = cents(Math.min(left, cover.amount))
    left -= part
    return part > 0 ? [{ ...cover, amount: part }] : []
  })
}
