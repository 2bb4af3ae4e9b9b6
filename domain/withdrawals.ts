import { entry, type Entry } from './ledger.ts'
import { cents, type Cents } from './money.ts'
import { bankNumberRules } from './payment-methods/payment-methods.ts'
import type { Transitions } from './transitions.ts'

/**
 * A withdrawal: held at once, confirmed by the customer with a code, decided by staff, then paid. Without a
 * confirmation in time it is cancelled.
 */
export const withdrawalStatuses = [
  'Unconfirmed',
  'Pending',
  'Approved',
  'Paid',
  'Declined',
  'Cancelled',
] as const
export type WithdrawalStatus = (typeof withdrawalStatuses)[number]

/** The labels for families, on every page and in every file. */
export const withdrawalWords: Readonly<Record<WithdrawalStatus, string>> = {
  Unconfirmed: 'Waiting for your code',
  Pending: 'Pending',
  Approved: 'Approved',
  Paid: 'Paid',
  Declined: 'Declined',
  Cancelled: 'Cancelled',
}

/** The statuses staff see. The others concern only the family. */
export const confirmedStatuses = [
  'Pending',
  'Approved',
  'Paid',
  'Declined',
] as const satisfies WithdrawalStatus[]
export type ConfirmedStatus = (typeof confirmedStatuses)[number]

export const withdrawalTransitions: Transitions<WithdrawalStatus> = {
  Unconfirmed: ['Pending', 'Cancelled'],
  Pending: ['Approved', 'Declined'],
  // Staff may take the approval back until it is in a payout. The bank may return one, sometimes days after it seemed paid.
  Approved: ['Pending', 'Paid', 'Declined'],
  Paid: ['Declined'],
  Declined: [],
  Cancelled: [],
}

/** The time that a request waits for its code before the amount is released. */
export const confirmWithinMs = 15 * 60_000

/** The amount leaves the balance as soon as it is requested, so that it cannot be spent twice. */
export function holdEntry(amount: Cents): Entry {
  return entry('Withdrawal', 'Withdrawal', [
    { book: 'Family', amount: cents(0 - amount) },
    { book: 'WithdrawalHold', amount },
  ])
}

/** The end of a hold: the money is paid out or returned to the family. */
export function outOfHoldEntry(amount: Cents, to: 'Paid' | 'Declined' | 'Cancelled'): Entry {
  const release = { book: 'WithdrawalHold', amount: cents(0 - amount) } as const
  if (to === 'Paid') return entry('Withdrawal', 'Withdrawal paid out', [release, { book: 'Bank', amount }])
  return entry('Reversal', `Withdrawal ${to.toLowerCase()}`, [release, { book: 'Family', amount }])
}

/** The bank returned a payout, so the amount is the family's again. */
export function sentBackEntry(amount: Cents): Entry {
  return entry('Reversal', 'Withdrawal sent back', [
    { book: 'Bank', amount: cents(0 - amount) },
    { book: 'Family', amount },
  ])
}

const hour = 60 * 60_000

/**
 * How long a bank account that a parent added waits for its first payout. A thief in a parent's session cannot be faster
 * than the mail about it and a call to us.
 */
export const newAccountHoldMs = 48 * hour

export function payableFrom(confirmedAt: Date): Date {
  return new Date(confirmedAt.getTime() + newAccountHoldMs)
}

/** Whether an account can be paid to; `from` is null for one whose proof staff have seen. */
export function isPayable(from: Date | null, now: Date): boolean {
  return from === null || from <= now
}

/**
 * Whether a bank account is in a person's own name. Banks shorten first names to an initial, add titles and put two
 * holders in one line, so only the person's own names have to be there.
 */
export function isHolder(holder: string, person: { firstName: string; lastName: string }): boolean {
  const words = wordsOf(holder)
  const [first] = wordsOf(person.firstName)
  const last = wordsOf(person.lastName)
  if (first === undefined || last.length === 0) return false
  return (
    last.every((word) => words.includes(word)) && (words.includes(first) || words.includes(first.charAt(0)))
  )
}

/** Without accents, apostrophes and capitals: banks write "ONEILL" for "O’Neill". */
function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
  return plain.match(/\p{L}+/gu) ?? []
}

/** The account of ours that Australian payouts leave from, as our bank knows it. */
export type PayoutAccount = { bank: string; userId: string; bsb: string; accountNumber: string }

/** The format of each part. */
export const payoutAccountRules = {
  /** The bank's three-letter code. */
  bank: /^[A-Z]{3}$/,
  /** Our user id there. */
  userId: /^\d{6}$/,
  bsb: bankNumberRules.AU.bsb,
  accountNumber: /^\d{1,9}$/,
} satisfies Record<keyof PayoutAccount, RegExp>
