import { formatDayOfMonth, type CalendarDate } from './calendar/calendar.ts'
import { formatCurrency, toDecimal, type Cents } from './money.ts'
import { isBpayReference } from './payment-methods/bpay.ts'

/**
 * Whose a BPAY deposit may be that names no family of ours. Only suggestions: a person looks at why, and decides. A
 * bank's file has no name of the payer, so reference, sum and earlier deposits are all there is to go by.
 */

/** The reasons why a deposit is in suspense, with their texts for staff. */
export const suspenseReasons = {
  Unreadable: 'The bank’s line could not be read: look at it in the file',
  WrongDigit: 'A digit is mistyped: the check digit is wrong',
  NoAccount: 'No account has this reference',
  Closed: 'The account with this reference is closed',
  OtherSchool: 'The reference belongs to a family of another school',
  Several: 'More than one account has this reference',
} as const
export type SuspenseReason = keyof typeof suspenseReasons

/** The accounts that have exactly the reference of a deposit. */
export type Holder = { isActive: boolean; hasBiller: boolean }

export function suspenseReasonOf(reference: string, holders: readonly Holder[]): SuspenseReason {
  if (!/^[0-9]+$/.test(reference)) return 'Unreadable'
  if (!isBpayReference(reference)) return 'WrongDigit'
  const ofBiller = holders.filter(({ hasBiller }) => hasBiller)
  if (ofBiller.filter(({ isActive }) => isActive).length > 1) return 'Several'
  if (ofBiller.length > 0) return 'Closed'
  return holders.length > 0 ? 'OtherSchool' : 'NoAccount'
}

/** The difference between a typed reference and the reference of an account. */
export type Slip = 'None' | 'Swapped' | 'OneDigit' | 'Missing' | 'Extra'

/** The typed reference and every reference that is one typing error away from it. */
export function referencesNear(typed: string): string[] {
  const near = new Set([typed])
  const places = Array.from(typed, (_, place) => place)
  for (const place of places) {
    const [before, after] = [typed.slice(0, place), typed.slice(place + 1)]
    for (const digit of '0123456789') {
      near.add(before + digit + after)
      near.add(before + digit + typed.slice(place))
    }
    near.add(before + after)
    near.add(before + after.slice(0, 1) + typed[place] + after.slice(1))
  }
  for (const digit of '0123456789') near.add(typed + digit)
  return [...near].filter((reference) => reference.length >= 2 && reference.length <= 20)
}

export function slipBetween(typed: string, reference: string): Slip | undefined {
  if (typed === reference) return 'None'
  if (typed.length === reference.length) {
    const differ = Array.from(typed, (_, place) => place).filter((place) => typed[place] !== reference[place])
    const [one = 0, other] = differ
    if (differ.length === 1) return 'OneDigit'
    const isSwap =
      differ.length === 2 &&
      other === one + 1 &&
      typed[one] === reference[other] &&
      typed[other] === reference[one]
    return isSwap ? 'Swapped' : undefined
  }
  if (reference.length === typed.length + 1) return isOneMore(reference, typed) ? 'Missing' : undefined
  return typed.length === reference.length + 1 && isOneMore(typed, reference) ? 'Extra' : undefined
}

const isOneMore = (long: string, short: string) =>
  Array.from(long, (_, place) => long.slice(0, place) + long.slice(place + 1)).includes(short)

/** The evidence that a deposit belongs to an account. */
export type Evidence = {
  slip: Slip | undefined
  /** A debt of the family of exactly the deposited amount. */
  owed: { of: 'Request' | 'Overdue' | 'Next'; dueOn: CalendarDate } | undefined
  /** The number of earlier deposits with the same typed reference that staff assigned to this account. */
  givenBefore: number
  /** The number of the account's earlier BPAY payments. */
  paidByBpay: number
  isActive: boolean
  hasBiller: boolean
}

export const likelihoods = ['VeryLikely', 'Likely', 'Possible'] as const
export type Likelihood = (typeof likelihoods)[number]

const pointsOfSlip: Record<Slip, number> = { None: 60, Swapped: 50, OneDigit: 40, Missing: 35, Extra: 35 }

/** A score from 0 to 100 that only orders the suggestions. */
export function scoreOf({ slip, owed, givenBefore, paidByBpay, isActive, hasBiller }: Evidence): number {
  const points =
    (slip === undefined ? 0 : pointsOfSlip[slip]) +
    (owed ? 35 : 0) +
    (givenBefore > 0 ? 60 : 0) +
    (paidByBpay > 0 ? 10 : 0) -
    (isActive ? 0 : 10) -
    (hasBiller ? 0 : 15)
  return Math.min(100, Math.max(0, points))
}

export function likelihoodOf(score: number): Likelihood {
  if (score >= 80) return 'VeryLikely'
  return score >= 50 ? 'Likely' : 'Possible'
}

const slipWords: Record<Slip, string> = {
  None: 'The reference is exactly theirs.',
  Swapped: 'Two digits are swapped.',
  OneDigit: 'One digit differs.',
  Missing: 'One digit is missing.',
  Extra: 'There is one digit too many.',
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`)

/** The evidence in sentences, what counts most first. */
export function reasonsIn(evidence: Evidence, amount: Cents): string[] {
  const { slip, owed, givenBefore, paidByBpay, isActive, hasBiller } = evidence
  const sum = formatCurrency(toDecimal(amount), 'AU')
  const due = owed && formatDayOfMonth(owed.dueOn)
  return [
    slip && slipWords[slip],
    givenBefore > 0 && `A deposit with this reference was theirs before, ${times(givenBefore)}.`,
    owed?.of === 'Request' && `A request asks for exactly ${sum}, due on ${due}.`,
    owed?.of === 'Overdue' && `A payment of exactly ${sum} is overdue since ${due}.`,
    owed?.of === 'Next' && `Their next payment is exactly ${sum}, on ${due}.`,
    paidByBpay > 0 ? `Paid by BPAY before, ${times(paidByBpay)}.` : 'Never paid by BPAY.',
    !isActive && 'The account is closed.',
    !hasBiller && 'Their school has another biller code.',
  ].filter((sentence) => typeof sentence === 'string')
}
