import { useId } from 'react'
import { FieldError } from '../../ui/text-input/field-error.tsx'
import '../../ui/chips/chips.css'

type ChipsProps<Value extends string> = {
  legend: string
  name: string
  options: Record<Value, string>
  value: Value | null
  onChange: (value: Value) => void
  error?: string | undefined
}

/** A short question with a few answers, one of which is chosen. */
export function Chips<Value extends string>({
  legend,
  name,
  options,
  value,
  onChange,
  error,
}: ChipsProps<Value>) {
  const id = useId()
  return (
    <fieldset className="care__question stack stack--10" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field__label">{legend}</legend>
      <div className="chips">
        {(Object.entries(options) as [Value, string][]).map(([each, label]) => (
          <label className="chip" key={each}>
            <input
              type="radio"
              name={name}
              value={each}
              checked={value === each}
              data-invalid={error ? true : undefined}
              onChange={() => onChange(each)}
            />
            {label}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  )
}
