import { useId, type ReactNode } from 'react'
import { descriptionOf } from '../text-input/field.tsx'
import { FieldError } from '../text-input/field-error.tsx'
import { RequiredMark } from '../text-input/required-mark.tsx'
import './checkbox.css'

export type CheckboxProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  name?: string
  required?: boolean
  disabled?: boolean
}

export function Checkbox({ label, hint, error, isChecked, onChange, required, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="check" htmlFor={id}>
        <input
          {...rest}
          type="checkbox"
          id={id}
          required={required}
          checked={isChecked}
          aria-labelledby={`${id}-label`}
          aria-invalid={error ? true : undefined}
          aria-describedby={
            [hint && `${id}-hint`, descriptionOf(id, { error })].filter(Boolean).join(' ') || undefined
          }
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span className="check__text">
          <span id={`${id}-label`}>
            {label}
            {required && <RequiredMark />}
          </span>
          {hint && <small id={`${id}-hint`}>{hint}</small>}
        </span>
      </label>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}
