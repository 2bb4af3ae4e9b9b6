import { formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'

type Paid = { dueOn: CalendarDate; isPart: boolean; isExtra?: true; isFee?: true }

/** "Part of the instalment due 20 March 2026" */
export function paidLabel({ dueOn, isPart, isExtra, isFee }: Paid): string {
  if (isFee) return `${isPart ? 'Part of the fee' : 'Fee'} for a returned debit`
  if (isExtra) return 'Extra payment towards your plan'
  return `${isPart ? 'Part of the instalment' : 'Instalment'} due ${formatDate(dueOn)}`
}
