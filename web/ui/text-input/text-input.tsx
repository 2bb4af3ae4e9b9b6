import { useId, type ComponentProps } from 'react'
import { FieldError } from './field-error.tsx'
import './text-input.css'

type TextInputProps = Omit<ComponentProps<'input'>, 'className' | 'id'> & { label: string; error?: string }

export function TextInput({ label, error, ...rest }: TextInputProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        className="input"
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}
