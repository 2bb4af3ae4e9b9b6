import { useId } from 'react'
import '../../../ui/select/select.css'
import '../chips/chips.css'
import './plain-select.css'

/** A select in a toolbar or a table, whose label only screen readers need. */
export function PlainSelect<Value extends string>({
  label,
  value,
  options,
  onChange,
  disabled,
}: {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  disabled?: boolean
}) {
  const id = useId()
  return (
    <>
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <select
        className="select select--plain"
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = options.find((each) => each.value === event.currentTarget.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </>
  )
}
