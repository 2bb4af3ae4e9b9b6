import { cents, formatCurrency, sumOf, toDecimal, type Cents } from './money.ts'
import type { Region } from './region.ts'

/**
 * Double-entry bookkeeping. A posting adds to a book (positive) or takes from it (negative); the postings of an entry
 * add up to zero. A family's balance is the sum of its book: positive is credit in its favour.
 */
export const books = [
  'Family',
  'School',
  'PaidAhead',
  'ProviderClearing',
  'SurchargeIncome',
  'FeeIncome',
  'Bank',
  'WithdrawalHold',
  'Dispute',
  'DisputeLoss',
  'Suspense',
  'Corrections',
] as const
export type Book = (typeof books)[number]

export const entryKinds = [
  'Fee',
  'Repayment',
  'Surcharge',
  'PaymentToSchool',
  'Refund',
  'Dispute',
  'Withdrawal',
  'Adjustment',
  'Reversal',
] as const
export type EntryKind = (typeof entryKinds)[number]

export type Posting = { book: Book; amount: Cents }
export type Entry = { kind: EntryKind; description: string; postings: readonly Posting[] }

/** A balanced entry, or none; zero postings are left out. */
export function entry(kind: EntryKind, description: string, postings: readonly Posting[]): Entry {
  const moved = postings.filter(({ amount }) => amount !== 0)
  const sum = sumOf(moved)
  if (sum !== 0) throw new RangeError(`an entry of kind ${kind} is out of balance by ${sum}`)
  if (moved.length < 2) throw new RangeError(`an entry of kind ${kind} moves nothing`)
  return { kind, description, postings: moved }
}

function transfer(kind: EntryKind, description: string, from: Book, to: Book, amount: Cents): Entry {
  return entry(kind, description, [
    { book: from, amount: cents(0 - amount) },
    { book: to, amount },
  ])
}

/** An entry is corrected by its reversal; nothing is ever changed or removed. */
export function reversal(of: Entry, kind: EntryKind, description: string): Entry {
  return entry(
    kind,
    description,
    of.postings.map(({ book, amount }) => ({ book, amount: cents(0 - amount) })),
  )
}

export type Paid = { amount: Cents; surcharge: Cents }

/** The entries of an incoming payment, from the payment provider, which still holds the money, or directly into our bank account. */
export function paymentEntries(
  paid: Paid,
  through: 'ProviderClearing' | 'Bank',
  description: string,
): Entry[] {
  return [
    transfer('Repayment', description, through, 'Family', paid.amount),
    ...(paid.surcharge > 0
      ? [transfer('Surcharge', 'Card surcharge', through, 'SurchargeIncome', paid.surcharge)]
      : []),
  ]
}

/**
 * How much surcharge to refund with a refund, given the earlier refunds. Shares are calculated on the running total,
 * so that the parts add up to exactly the surcharge.
 */
export function surchargeShare(paid: Paid, before: Cents, part: Cents): Cents {
  const total = paid.amount + paid.surcharge
  const shareUpTo = (sum: number) => Math.floor((sum * paid.surcharge) / total)
  return cents(shareUpTo(before + part) - shareUpTo(before))
}

/**
 * A full or partial refund to the payer. The surcharge was never in the family's balance, so the balance moves by less
 * than the payer gets: the words name both.
 */
export function refundEntry(paid: Paid & { region: Region }, before: Cents, refunded: Cents): Entry {
  const fee = surchargeShare(paid, before, refunded)
  const money = (amount: Cents) => formatCurrency(toDecimal(amount), paid.region)
  const words = fee > 0 ? `Refund of ${money(refunded)}, of which surcharge ${money(fee)}` : 'Refund'
  return entry('Refund', words, [
    { book: 'Family', amount: cents(fee - refunded) },
    { book: 'SurchargeIncome', amount: cents(0 - fee) },
    { book: 'ProviderClearing', amount: refunded },
  ])
}

/**
 * How much of a disputed amount the payment has. A bank may take more than that, by its rate of exchange for instance:
 * the rest is our loss.
 */
export function disputedOfPayment(paid: Paid, before: Cents, disputed: Cents): Cents {
  return cents(Math.min(disputed, paid.amount + paid.surcharge - before))
}

/**
 * The payer's bank took the money back; until the dispute is decided it belongs to nobody. Banks return a direct debit for
 * good, without a dispute that anybody could follow.
 */
export function disputeEntry(
  paid: Paid,
  before: Cents,
  disputed: Cents,
  { isDecided }: { isDecided: boolean },
): Entry {
  const ofPayment = disputedOfPayment(paid, before, disputed)
  const fee = surchargeShare(paid, before, ofPayment)
  const words = isDecided
    ? 'Payment returned to your bank'
    : 'Dispute opened: payment taken back by your bank'
  return entry('Dispute', words, [
    { book: 'Family', amount: cents(fee - ofPayment) },
    { book: 'SurchargeIncome', amount: cents(0 - fee) },
    { book: 'DisputeLoss', amount: cents(ofPayment - disputed) },
    { book: 'Dispute', amount: disputed },
  ])
}

/**
 * The entry does not change the family's balance. The family sees it all the same, so the description names what was
 * taken of its payment.
 */
export function disputeLostEntry(
  { amount, ofPayment }: { amount: Cents; ofPayment: Cents },
  region: Region,
): Entry {
  const words = `Dispute closed: payment of ${formatCurrency(toDecimal(ofPayment), region)} does not count`
  return transfer('Adjustment', words, 'Dispute', 'ProviderClearing', amount)
}

export function disputeWonEntry(opened: Entry): Entry {
  return reversal(opened, 'Reversal', 'Dispute closed: payment counts again')
}

/** The bank was told to pay a school what families have paid it. */
export function remittanceSentEntry(amount: Cents): Entry {
  return transfer('PaymentToSchool', 'Remittance sent to the bank', 'School', 'Bank', amount)
}

/** The bank has sent a remittance back, so the school is owed it again. */
export function remittanceReturnedEntry(amount: Cents): Entry {
  return transfer('Reversal', 'Remittance sent back by the bank', 'Bank', 'School', amount)
}

/** The school's fee for a returned debit. */
export function dishonourFeeEntry(fee: Cents): Entry {
  return transfer('Fee', 'Dishonour fee', 'Family', 'FeeIncome', fee)
}

/** A deposit that could not be matched to a family. */
export function suspenseEntry(amount: Cents, description: string): Entry {
  return transfer('Adjustment', description, 'Bank', 'Suspense', amount)
}

export function outOfSuspenseEntry(amount: Cents, description: string): Entry {
  return transfer('Reversal', description, 'Suspense', 'Bank', amount)
}

/** A correction in favour of a family (positive) or against it, at Larkwell's own expense or gain. */
export function adjustmentEntry(description: string, amount: Cents): Entry {
  return transfer('Adjustment', description, 'Corrections', 'Family', amount)
}
