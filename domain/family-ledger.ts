import type { Book, EntryKind } from './ledger.ts'

/** The filters of a family's ledger for staff. */
export const ledgerFilters = ['All', 'PaidIn', 'ToSchool', 'Fees', 'Other', 'Earlier'] as const
export type LedgerFilter = (typeof ledgerFilters)[number]

/** The filter that each kind of entry belongs to. */
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

/** The name of each book for staff. */
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
  DisputeLoss: 'Dispute losses',
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
