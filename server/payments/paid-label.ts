import { formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'

/** "Part of the instalment due 20 March 2026" */
export function paidLabel({ dueOn, isPart }: { dueOn: CalendarDate; isPart: boolean }): string {
  return `${isPart ? 'Part of the instalment' : 'Instalment'} due ${formatDate(dueOn)}`
}
