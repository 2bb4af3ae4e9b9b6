import type { ProductType } from './accounts.ts'
import type { CalendarDate } from './calendar/calendar.ts'
import { addBusinessDays, isBusinessDay } from './calendar/holidays.ts'
import { entry, type Entry } from './ledger.ts'
import { cents, type Cents } from './money.ts'
import type { Region } from './region.ts'
import { productsPaidAhead, remittanceCutOff } from './remittances.ts'
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
  // The bank may return a payout, sometimes days after it seemed paid.
  Approved: ['Paid', 'Declined'],
  Paid: ['Declined'],
  Declined: [],
  Cancelled: [],
}

/** How long a request waits for its code before the amount is released. */
export const confirmWithinMs = 15 * 60_000
/** How soon another code may be requested. */
export const codeGapMs = 30_000

/** A payment that is still part of the family's balance and not finally decided. */
export type OpenPayment = {
  /** What is left of it. */
  amount: Cents
  date: CalendarDate
  /** Staff have started to refund it. */
  isGoingBack: boolean
  /** Finally decided: it stays with the family. */
  isKept: boolean
}

export type Available<Payment extends OpenPayment> = {
  balance: Cents
  /** What its bank may still reverse or is about to get back. */
  unsettled: Payment[]
  /** What will be passed on to the school. */
  toSchool: Payment[]
  available: Cents
}

/**
 * What a family may withdraw: its balance without payments that are not settled and without money meant for the
 * school. Passing a payment on reduces both equally, so it never changes what is available.
 */
export function availableToWithdraw<Payment extends OpenPayment>(facts: {
  balance: Cents
  payments: readonly Payment[]
  productType: ProductType
  region: Region
  today: CalendarDate
}): Available<Payment> {
  const arrivedBy = arrivedForGoodBy(facts.today, facts.region)
  const isPaidAhead = productsPaidAhead.includes(facts.productType)
  const isUnsettled = ({ date, isGoingBack, isKept }: OpenPayment) =>
    isGoingBack || (!isKept && date > arrivedBy)
  const open = facts.payments.filter(({ amount }) => amount > 0)
  const unsettled = open.filter(isUnsettled)
  const toSchool = open.filter((payment) => !isUnsettled(payment) && !payment.isKept && !isPaidAhead)
  const left = facts.balance - sumOf(unsettled) - sumOf(toSchool)
  return { balance: facts.balance, unsettled, toSchool, available: cents(Math.max(0, left)) }
}

/** Nothing arrives on a bank holiday, so the previous business day counts. */
function arrivedForGoodBy(today: CalendarDate, region: Region): CalendarDate {
  const lastOpen = isBusinessDay(today, region) ? today : addBusinessDays(today, -1, region)
  return remittanceCutOff(lastOpen, region) ?? lastOpen
}

function sumOf(payments: readonly OpenPayment[]): number {
  return payments.reduce((sum, { amount }) => sum + amount, 0)
}

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
