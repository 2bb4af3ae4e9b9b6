import type { Book, EntryKind } from './ledger.ts'

/** How staff narrow the ledger of a family. */
export const ledgerFilters = ['All', 'PaidIn', 'ToSchool', 'Fees', 'Other', 'Earlier'] as const
export type LedgerFilter = (typeof ledgerFilters)[number]

/** What each kind of entry is counted under. */
export const filterOfKind: Record<EntryKind, Exclude<LedgerFilter, 'All' | 'Earlier'>> = {
  Repayment: 'PaidIn',
  PaymentToSchool: 'ToSchool',
  Fee: 'Fees',
  Surcharge: 'Fees',
  Refund: 'Other',
  Dispute: 'Other',
  Withdrawal: 'Other',
  Adjustment: 'Other',
  Reversal: 'Other',
}

/** What staff read for a book. */
export const bookNames: Record<Book, string> = {
  Family: 'Family',
  School: 'School',
  PaidAhead: 'Paid ahead to the school',
  ProviderClearing: 'Payment provider',
  SurchargeIncome: 'Surcharge income',
  FeeIncome: 'Fee income',
  Bank: 'Our bank account',
  WithdrawalHold: 'Set aside for withdrawals',
  Dispute: 'In dispute',
  Suspense: 'Suspense',
  Corrections: 'Corrections',
}

const ordinals = [
  'First',
  'Second',
  'Third',
  'Fourth',
  'Fifth',
  'Sixth',
  'Seventh',
  'Eighth',
  'Ninth',
  'Tenth',
]

/** "Third try" */
export function tryName(attempt: number): string {
  return `${ordinals[attempt - 1] ?? `${attempt}th`} try`
}
