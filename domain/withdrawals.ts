import type { ProductType } from './accounts.ts'
import type { CalendarDate } from './calendar/calendar.ts'
import { addBusinessDays, isBusinessDay } from './calendar/holidays.ts'
import { entry, type Entry } from './ledger.ts'
import { cents, type Cents } from './money.ts'
import type { Region } from './region.ts'
import { productsPaidAhead, remittanceCutOff } from './remittances.ts'
import type { Transitions } from './transitions.ts'

/**
 * Money on its way out: held at once, confirmed by the customer with a code, decided by staff, then paid. What is not
 * confirmed in time is cancelled by itself.
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

/** What staff get to see: the others are between the family and its mobile. */
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
  // The bank may send a payout back, sometimes days after everybody thought it was paid.
  Approved: ['Paid', 'Declined'],
  Paid: ['Declined'],
  Declined: [],
  Cancelled: [],
}

/** How long a request waits for its code before the sum is the family's again. */
export const confirmWithinMs = 15 * 60_000
/** How soon another code may be asked for. */
export const codeGapMs = 30_000

/** A payment of which the family's book still has something, and about which nothing final has been decided. */
export type OpenPayment = {
  /** What is left of it. */
  amount: Cents
  date: CalendarDate
  /** Staff have begun to give it back. */
  isGoingBack: boolean
  /** Decided for good: it stays with the family. */
  isKept: boolean
}

export type Available<Payment extends OpenPayment> = {
  balance: Cents
  /** What its bank may still take back, or is about to get back. */
  unsettled: Payment[]
  /** What will be passed on to the school. */
  toSchool: Payment[]
  available: Cents
}

/**
 * What a family may take out: its balance without what has not arrived for good and without what is meant for the
 * school. Passing a payment on takes the same sum from both, so that it never changes what is available.
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

/** On a day on which banks rest nothing arrives: what had arrived on the day before counts. */
function arrivedForGoodBy(today: CalendarDate, region: Region): CalendarDate {
  const lastOpen = isBusinessDay(today, region) ? today : addBusinessDays(today, -1, region)
  return remittanceCutOff(lastOpen, region) ?? lastOpen
}

function sumOf(payments: readonly OpenPayment[]): number {
  return payments.reduce((sum, { amount }) => sum + amount, 0)
}

/** The sum leaves the balance the moment it is asked for, so that nothing else can spend it. */
export function holdEntry(amount: Cents): Entry {
  return entry('Withdrawal', 'Withdrawal', [
    { book: 'Family', amount: cents(0 - amount) },
    { book: 'WithdrawalHold', amount },
  ])
}

/** The other end of a hold: the money leaves the house, or is the family's again. */
export function outOfHoldEntry(amount: Cents, to: 'Paid' | 'Declined' | 'Cancelled'): Entry {
  const release = { book: 'WithdrawalHold', amount: cents(0 - amount) } as const
  if (to === 'Paid') return entry('Withdrawal', 'Withdrawal paid out', [release, { book: 'Bank', amount }])
  return entry('Reversal', `Withdrawal ${to.toLowerCase()}`, [release, { book: 'Family', amount }])
}

/** The bank has sent back what was paid out: the house has it, and so it is the family's again. */
export function sentBackEntry(amount: Cents): Entry {
  return entry('Reversal', 'Withdrawal sent back', [
    { book: 'Bank', amount: cents(0 - amount) },
    { book: 'Family', amount },
  ])
}
