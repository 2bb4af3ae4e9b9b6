import { parseDate } from '@internationalized/date'
import type { RefObject } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarMonthPicker,
  CalendarYearPicker,
} from 'react-aria-components/Calendar'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { ChevronLeftIcon } from '../icon/chevron-left.tsx'
import { ChevronRightIcon } from '../icon/chevron-right.tsx'
import { AriaSettings } from '../react-aria/aria-settings.tsx'
import type { DateLimits } from './date-text.ts'
import './calendar-popover.css'

export type CalendarPopoverProps = DateLimits & {
  label: string
  isOpen: boolean
  onClose: () => void
  /** The field it opens below. */
  anchor: RefObject<Element | null>
  value: string | null
  opensAt?: string
  onChoose: (date: CalendarDate) => void
}

// Enough to reach a grandparent's year of birth in one list.
const yearsOffered = 160

/**
 * A month to pick a day from. Weekday names and the first day of the week are Australian, which suits the United
 * Kingdom too.
 */
export function CalendarPopover({
  label,
  isOpen,
  onClose,
  anchor,
  value,
  opensAt,
  min,
  max,
  isUnavailable,
  onChoose,
}: CalendarPopoverProps) {
  return (
    <AriaSettings>
      <Popover
        className="calendar-pop"
        triggerRef={anchor}
        placement="bottom end"
        offset={6}
        isOpen={isOpen}
        onOpenChange={(isStillOpen) => isStillOpen || onClose()}
      >
        <Dialog className="calendar-pop__dialog" aria-label={label}>
          <Calendar
            className="calendar"
            aria-label={label}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens on request
            autoFocus
            firstDayOfWeek="mon"
            value={value === null ? null : parseDate(value)}
            defaultFocusedValue={value === null && opensAt !== undefined ? parseDate(opensAt) : undefined}
            minValue={min === undefined ? undefined : parseDate(min)}
            maxValue={max === undefined ? undefined : parseDate(max)}
            isDateUnavailable={(date) => isUnavailable?.(calendarDate(date.toString())) ?? false}
            onChange={(date) => onChoose(calendarDate(date.toString()))}
          >
            <div className="calendar__head">
              <Button slot="previous" className="calendar__turn">
                <ChevronLeftIcon />
              </Button>
              <CalendarMonthPicker format="long">{(picker) => <Picker {...picker} />}</CalendarMonthPicker>
              <CalendarYearPicker visibleYears={yearsOffered}>
                {(picker) => <Picker {...picker} />}
              </CalendarYearPicker>
              <Button slot="next" className="calendar__turn">
                <ChevronRightIcon />
              </Button>
            </div>
            <CalendarGrid className="calendar__grid" weekdayStyle="short">
              <CalendarGridHeader>
                {(day) => <CalendarHeaderCell className="calendar__weekday">{day}</CalendarHeaderCell>}
              </CalendarGridHeader>
              <CalendarGridBody>
                {(date) => <CalendarCell className="calendar__day" date={date} />}
              </CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </AriaSettings>
  )
}

type PickerProps = {
  'aria-label': string
  value: string | number
  onChange: (id: number) => void
  items: { id: number; formatted: string }[]
}

function Picker({ items, value, onChange, 'aria-label': label }: PickerProps) {
  return (
    <select
      className="calendar__picker"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    >
      {items.map(({ id, formatted }) => (
        <option key={id} value={id}>
          {formatted}
        </option>
      ))}
    </select>
  )
}
