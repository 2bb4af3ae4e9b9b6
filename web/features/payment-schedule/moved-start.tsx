import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { closedReason, type BankCalendar } from '#domain/calendar/holidays.ts'
import { collectionDate, type PlanYearOption } from '#domain/plan/payment-schedule.ts'
import { whyNotStart } from '#domain/plan/plan-choices.ts'
import { LinkButton } from '../../ui/button/button.tsx'
import { dayAndMonth, weekdayAndDay } from '../plan/day-words.ts'

type MovedStartProps = {
  calendar: BankCalendar
  startDate: string | null
  option: PlanYearOption | undefined
  onChange: (change: { startDate: CalendarDate }) => void
}

/** Banks are closed on the day that was chosen: why the first payment leaves later, and how to start on that day. */
export function MovedStart({ calendar, startDate, option, onChange }: MovedStartProps) {
  if (startDate === null || !option) return null
  const chosen = calendarDate(startDate)
  const reason = closedReason(chosen, calendar)
  if (reason === undefined) return null
  const open = collectionDate(chosen, calendar)
  return (
    <p className="sm muted">
      {dayAndMonth(chosen)} is {nameOf(reason)}, so your first payment leaves on {weekdayAndDay(open)}.{' '}
      {whyNotStart(open, option) === undefined && (
        <LinkButton onClick={() => onChange({ startDate: open })}>
          Start on {weekdayAndDay(open)} instead
        </LinkButton>
      )}
    </p>
  )
}

function nameOf(reason: string): string {
  return /^(Saturday|Sunday)$/.test(reason) ? `a ${reason}` : reason
}
