import { useId } from 'react'
import './radios.css'

type RadiosProps<Value extends string> = {
  legend: string
  options: readonly { value: Value; label: string; detail?: string }[]
  value: Value | null
  onChange: (value: Value) => void
}

/** A few sentences, one of which is true. */
export function Radios<Value extends string>({ legend, options, value, onChange }: RadiosProps<Value>) {
  const name = useId()
  return (
    <fieldset className="radios">
      <legend className="field__label">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="radios__option">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.detail !== undefined && <span className="muted"> · {option.detail}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
