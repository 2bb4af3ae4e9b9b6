import { useState } from 'react'
import { formatDateNumeric } from '#domain/calendar/calendar.ts'
import { readDate } from '../../../ui/date-input/date-text.ts'
import '../../../ui/text-input/text-input.css'

type DayCellProps = {
  label: string
  /** Empty while no day is typed that exists. */
  value: string
  isChanged: boolean
  onChange: (value: string) => void
}

const shown = (value: string) => (value === '' ? '' : formatDateNumeric(value))

/** A day as people write it: 27/01/2027, 27 Jan 2027. */
export function DayCell({ label, value, isChanged, onChange }: DayCellProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && readDate(typed) === undefined
  return (
    <input
      className={isChanged ? 'input is-changed' : 'input'}
      aria-label={label}
      aria-invalid={isWrong || value === ''}
      placeholder="dd/mm/yyyy"
      value={typed ?? shown(value)}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(readDate(event.currentTarget.value) ?? '')
      }}
      onBlur={() => !isWrong && setTyped(null)}
    />
  )
}
