import { useId, useRef, useState, type ComponentType, type KeyboardEvent } from 'react'
import { formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { CalendarIcon } from '../icon/calendar.tsx'
import { descriptionOf, Field, type FieldTexts } from '../text-input/field.tsx'
import type { CalendarPopoverProps } from './calendar-popover.tsx'
import { readDate, whyNotDate, type DateLimits } from './date-text.ts'

type DateInputProps = FieldTexts &
  DateLimits & {
    /** Year, month, day, as "2027-01-22". */
    value: string | null
    /** Null for any date that may not be chosen, and while one is being typed. */
    onChange: (date: CalendarDate | null) => void
    /** Gets the typed text. A form that uses it validates the date itself. */
    onText?: (text: string) => void
    /** The month shown while no date is chosen; today by default. */
    opensAt?: string
    autoComplete?: string
    required?: boolean
    disabled?: boolean
  }

/** A date, typed or picked from a calendar that loads on first use. */
export function DateInput({
  label,
  hint,
  error,
  value,
  onChange,
  onText,
  opensAt,
  min,
  max,
  isUnavailable,
  whyOutside,
  autoComplete = 'off',
  required,
  disabled,
}: DateInputProps) {
  const id = useId()
  const limits = { min, max, isUnavailable, whyOutside }
  const [text, setText] = useState(value === null ? '' : formatDate(value))
  const [known, setKnown] = useState(value)
  const [wasLeft, setLeft] = useState(false)
  const calendar = useCalendar()
  const frame = useRef<HTMLSpanElement>(null)

  // A date set from outside replaces the typed text; the date that was just typed does not.
  if (value !== known) {
    setKnown(value)
    setText(value === null ? '' : formatDate(value))
    setLeft(false)
  }

  const isEmpty = text.trim() === ''
  const trouble = isEmpty ? undefined : whyNotDate(text, limits)
  const shownError = (wasLeft && !onText ? trouble : undefined) ?? error

  function enter(next: string) {
    const date = whyNotDate(next, limits) === undefined ? (readDate(next, limits) ?? null) : null
    setText(next)
    if (date !== null || next.trim() === '') setLeft(false)
    setKnown(date)
    if (date !== value) onChange(date)
    onText?.(next)
  }

  function leave() {
    const date = readDate(text, limits)
    if (date) setText(formatDate(date))
    setLeft(trouble !== undefined)
  }

  function openByKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    calendar.open()
  }

  return (
    <Field id={id} label={label} hint={hint} error={shownError} required={required}>
      <span className="affix" ref={frame}>
        <input
          className="input"
          id={id}
          type="text"
          placeholder="Select date"
          autoComplete={autoComplete}
          required={required}
          disabled={disabled}
          value={text}
          aria-invalid={shownError ? true : undefined}
          aria-describedby={descriptionOf(id, { hint, error: shownError })}
          onChange={(event) => enter(event.currentTarget.value)}
          onBlur={leave}
          onKeyDown={openByKey}
        />
        <button
          type="button"
          className="affix__post is-action"
          id={`${id}-open`}
          aria-label="Open calendar"
          aria-labelledby={`${id}-open ${id}-label`}
          aria-haspopup="dialog"
          aria-expanded={calendar.isOpen}
          aria-busy={calendar.isOpen && !calendar.Popover ? true : undefined}
          disabled={disabled}
          onPointerEnter={calendar.load}
          onFocus={calendar.load}
          onClick={calendar.open}
        >
          <CalendarIcon />
        </button>
      </span>
      {calendar.Popover && (
        <calendar.Popover
          label={label}
          isOpen={calendar.isOpen}
          onClose={calendar.close}
          anchor={frame}
          value={value}
          opensAt={opensAt}
          min={min}
          max={max}
          isUnavailable={isUnavailable}
          onChoose={(date) => {
            enter(formatDate(date))
            calendar.close()
          }}
        />
      )}
    </Field>
  )
}

/** If the calendar does not load, dates can still be typed. */
function useCalendar() {
  const [Popover, setPopover] = useState<ComponentType<CalendarPopoverProps>>()
  const [isOpen, setOpen] = useState(false)
  const load = () => {
    import('./calendar-popover.tsx').then(
      ({ CalendarPopover }) => setPopover(() => CalendarPopover),
      () => setOpen(false),
    )
  }
  return {
    Popover,
    isOpen,
    load,
    open: () => {
      load()
      setOpen(true)
    },
    close: () => setOpen(false),
  }
}
