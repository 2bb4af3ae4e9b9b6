import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { tuitionYearOf } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { feeScheduleOf, type SchoolName } from './schools.ts'

/** "Term 2 2026": the term of a day, or the next one. */
export function periodName(school: { name: SchoolName; region: Region }, on: CalendarDate): string {
  const tuitionYear = tuitionYearOf(on, school.region)
  const terms = [tuitionYear, tuitionYear + 1].flatMap((year) =>
    feeScheduleOf(school.name, year).terms.map((term) => ({ ...term, year })),
  )
  const term = terms.find(({ endsOn }) => endsOn >= on)
  return `Term ${term?.no ?? 1} ${term?.year ?? tuitionYear}`
}
