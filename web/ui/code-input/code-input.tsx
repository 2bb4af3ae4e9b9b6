import { useId, type ComponentProps } from 'react'
import { FieldError } from '../text-input/field-error.tsx'
import { digitsOf } from './digits.ts'
import './code-input.css'

const length = 6
const slots = Array.from({ length }, (_, index) => index)

type CodeInputProps = Omit<
  ComponentProps<'input'>,
  'className' | 'id' | 'value' | 'onChange' | 'aria-describedby'
> & {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string
  /** The id of the text that says where the code was sent. */
  explainedBy?: string
}

/** One real input over six drawn slots, so that paste, autofill and screen readers work. */
export function CodeInput({ label, value, onChange, error, explainedBy, ...rest }: CodeInputProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="otp" data-invalid={error ? true : undefined}>
        <div className="otp__slots" aria-hidden="true">
          {slots.map((index) => (
            <span
              key={index}
              className={index === Math.min(value.length, length - 1) ? 'is-next' : undefined}
            />
          ))}
        </div>
        <div className="otp__clip">
          <input
            {...rest}
            className="otp__input"
            id={id}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            maxLength={length}
            value={value}
            aria-invalid={error ? true : undefined}
            aria-describedby={[error && `${id}-error`, explainedBy].filter(Boolean).join(' ') || undefined}
            onChange={(event) => onChange(digitsOf(event.currentTarget.value, length))}
            onPaste={(event) => {
              // Handled here, because the browser would cut "123 456" to six characters before the space is removed.
              const digits = digitsOf(event.clipboardData.getData('text'), length)
              if (digits === '') return
              event.preventDefault()
              onChange(digits)
            }}
          />
        </div>
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}
