import '../../../ui/chips/chips.css'
import './chips.css'

type ChipsProps<Value extends string> = {
  legend: string
  options: readonly { value: Value; label: string; count?: number }[]
  value: Value
  onChange: (value: Value) => void
  /** On a phone in one row across the page, and not below each other. */
  isOneRow?: boolean
}

/** Filters with a count; one of them is on. */
export function Chips<Value extends string>({
  legend,
  options,
  value,
  onChange,
  isOneRow = false,
}: ChipsProps<Value>) {
  return (
    <div className={isOneRow ? 'chips chips--scroll' : 'chips'} role="group" aria-label={legend}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="chip"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label} {option.count !== undefined && <b>{option.count}</b>}
        </button>
      ))}
    </div>
  )
}
