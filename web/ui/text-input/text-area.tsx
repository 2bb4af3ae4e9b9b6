import { useId, type ComponentProps } from 'react'
import { descriptionOf, Field, type FieldTexts } from './field.tsx'
import './text-input.css'

/** A text field with several lines. */
export function TextArea({
  label,
  hint,
  error,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'className' | 'id'> & FieldTexts) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error} required={rest.required}>
      <textarea
        {...rest}
        className="input textarea"
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={descriptionOf(id, { hint, error })}
      />
    </Field>
  )
}
