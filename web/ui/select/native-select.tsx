import { useId } from 'react'
import { descriptionOf, Field, type FieldTexts } from '../text-input/field.tsx'
import './select.css'

export type Option<Value extends string = string> = { label: string; value: Value }

type NativeSelectProps<Value extends string> = FieldTexts & {
  options: readonly Option<Value>[]
  /** Null while nothing is chosen. */
  value: Value | null
  placeholder?: string
  /** In a toolbar or a table only screen readers need the label, and the field is as wide as its options. */
  isLabelHidden?: boolean
  /** The value of an option that stands for none. */
  emptyValue?: Value
  onChange: (value: Value) => void
  required?: boolean
  /** Required, but marked as such by a surrounding group. */
  isNeeded?: boolean
  disabled?: boolean
  autoComplete?: string
}

/** One of several options, in the list of the browser: it opens at once on every device, and people know its keys. */
export function NativeSelect<Value extends string>({
  label,
  hint,
  error,
  options,
  value,
  placeholder = 'Select',
  isLabelHidden,
  emptyValue,
  onChange,
  required,
  isNeeded,
  disabled,
  autoComplete,
}: NativeSelectProps<Value>) {
  const id = useId()
  const isEmpty = !options.some((option) => option.value === value)
  const select = (
    <select
      className={isLabelHidden ? 'select select--plain' : 'select'}
      id={id}
      value={isEmpty ? '' : (value ?? '')}
      required={required}
      aria-required={isNeeded || undefined}
      disabled={disabled}
      autoComplete={autoComplete}
      data-placeholder={isEmpty || value === emptyValue ? true : undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={descriptionOf(id, { hint, error })}
      onChange={(event) => {
        const chosen = options.find((each) => each.value === event.currentTarget.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {isEmpty && (
        <option value="" disabled hidden>
          {placeholder}
        </option>
      )}
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
