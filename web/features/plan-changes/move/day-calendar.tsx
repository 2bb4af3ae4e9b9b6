import { useId } from 'react'
import { monthName, type CalendarDate } from '#domain/calendar/calendar.ts'
import { FieldError } from '../../../ui/text-input/field-error.tsx'
import { weekdayAndDay } from '../../plan/day-words.ts'
import { monthsBetween } from './months.ts'
import type { OtherPayment } from './other-payments.ts'
import './day-calendar.css'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

type DayCalendarProps = {
  id: string
  days: readonly [CalendarDate, ...CalendarDate[]]
  planned: CalendarDate
  today: CalendarDate
  others: readonly OtherPayment[]
  chosen: CalendarDate | undefined
  error: string | undefined
  onChoose: (day: CalendarDate) => void
}

/** A radio for each day that can be chosen; all other days are text. */
export function DayCalendar(props: DayCalendarProps) {
  const { id, days, planned, others, error } = props
  const errorId = useId()
  const last = days.at(-1) ?? days[0]
  const hasOther = others.some(({ on }) => on.slice(0, 7) >= planned.slice(0, 7) && on <= last)
  return (
    <fieldset id={id} className="stack stack--20" aria-describedby={error && errorId}>
      <legend className="sr">New day for this payment</legend>
      <div className="cal">
        {monthsBetween(planned, last).map(({ first, blanks, days: all }) => (
          <div className="cal__month" key={first}>
            <p className="cal__title">{monthName(first)}</p>
            <div className="cal__grid">
              {weekdays.map((name) => (
                <span className="cal__wd" aria-hidden="true" key={name}>
                  {name}
                </span>
              ))}
              {all.map((day, index) => (
                <Day key={day} day={day} column={index === 0 ? blanks + 1 : undefined} {...props} />
              ))}
            </div>
          </div>
        ))}
      </div>
      <div className="cal__key sm muted" aria-hidden="true">
        <span>
          <i className="k-open" />
          You can choose
        </span>
        <span>
          <i className="k-was" />
          Planned day
        </span>
        {hasOther && (
          <span>
            <i className="k-pay" />
            Another payment
          </span>
        )}
      </div>
      <FieldError id={errorId} message={error} />
    </fieldset>
  )
}

type DayProps = DayCalendarProps & { day: CalendarDate; column: number | undefined }

function Day({ day, column, id, days, planned, today, others, chosen, onChoose }: DayProps) {
  const number = Number(day.slice(8))
  const other = others.find(({ on }) => on === day)
  const style = column === undefined ? undefined : { gridColumnStart: column }
  const classes: (string | false | undefined)[] = ['cal__day', other && 'cal__day--pay']
  if (days.includes(day)) {
    return (
      <label className={[...classes, 'cal__day--open'].filter(Boolean).join(' ')} style={style}>
        <input
          type="radio"
          name={id}
          value={day}
          checked={day === chosen}
          aria-label={`${weekdayAndDay(day)} ${day.slice(0, 4)}${other ? otherWords(other) : ''}`}
          onChange={() => onChoose(day)}
        />
        {number}
      </label>
    )
  }
  classes.push(day === today && 'cal__day--today', day === planned && 'cal__day--was')
  return (
    <span className={classes.filter(Boolean).join(' ')} style={style}>
      {number}
      {day === today && <span className="sr">, today</span>}
      {day === planned && <span className="sr">, the planned day</span>}
      {other && <span className="sr">{otherWords(other)}</span>}
    </span>
  )
}

function otherWords({ isLast }: OtherPayment): string {
  return isLast ? ', the day of your last payment' : ', the day of another payment'
}
