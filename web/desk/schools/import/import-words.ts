import type { DeskImport } from '#domain/import-columns.ts'
import { count } from '../../foundation/format.ts'

export const importNames: Record<DeskImport, string> = {
  enrolments: 'Enrolments',
  'fee-changes': 'Fees',
  'payment-requests': 'Payment requests',
}

/** What comes of a file, in words; the server's own word where there is none. */
const madeNames: Record<string, readonly [one: string, many: string]> = {
  customers: ['new person', 'new people'],
  accounts: ['new family', 'new families'],
  students: ['new student', 'new students'],
  feeSchedules: ['school year', 'school years'],
  feeItems: ['fee', 'fees'],
  paymentRequests: ['payment request', 'payment requests'],
}

export const madeName = (what: string): string => {
  const [, many = what] = madeNames[what] ?? []
  return many.slice(0, 1).toUpperCase() + many.slice(1)
}

export function madeText(made: Record<string, number>): string {
  const all = Object.entries(made).map(([what, number]) => {
    const [one = what, many = what] = madeNames[what] ?? []
    return count(number, one, many)
  })
  return new Intl.ListFormat('en-AU').format(all)
}
