import { useId } from 'react'
import { descriptionOf, Field, type FieldTexts } from '../text-input/field.tsx'
import type { Option } from './select.tsx'
import './select.css'

type NativeSelectProps<Value extends string> = FieldTexts & {
  options: readonly Option<Value>[]
  value: Value
  /** In a toolbar or a table only screen readers need the label, and the field is as wide as its options. */
  isLabelHidden?: boolean
  /** The label of the empty option. */
  emptyValue?: Value
  onChange: (value: Value) => void
  required?: boolean
  /** Required, but marked as such by a surrounding group. */
  isNeeded?: boolean
  disabled?: boolean
  autoComplete?: string
}

/** For long lists: the browser opens them at once even on a slow phone, where our own list takes a while. */
export function NativeSelect<Value extends string>({
  label,
  hint,
  error,
  options,
  value,
  isLabelHidden,
  emptyValue,
  onChange,
  required,
  isNeeded,
  disabled,
  autoComplete,
}: NativeSelectProps<Value>) {
  const id = useId()
  const select = (
    <select
      className={isLabelHidden ? 'select select--plain' : 'select'}
      id={id}
      value={value}
      required={required}
      aria-required={isNeeded || undefined}
      disabled={disabled}
      autoComplete={autoComplete}
      data-placeholder={value === emptyValue ? true : undefined}
      data-disabled={disabled || undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={descriptionOf(id, { hint, error })}
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
  )
  if (isLabelHidden)
    return (
      <>
        <label className="sr" htmlFor={id}>
          {label}
        </label>
        {select}
      </>
    )
  return (
    <Field id={id} label={label} hint={hint} error={error} required={required}>
      {select}
    </Field>
  )
}
