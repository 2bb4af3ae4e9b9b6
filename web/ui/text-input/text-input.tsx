import { useId, type ComponentProps, type ReactNode } from 'react'
import type { Icon } from '../icon/icon.tsx'
import { descriptionOf, Field, type FieldTexts } from './field.tsx'
import './text-input.css'

export type TextInputProps = Omit<ComponentProps<'input'>, 'className' | 'id' | 'prefix' | 'size'> &
  FieldTexts & {
    icon?: Icon
    /** Drawn inside the control and not read out, so the label must not depend on it. */
    prefix?: string
    suffix?: string
    size?: 'medium' | 'large'
  }

export function TextInput({
  label,
  hint,
  error,
  icon: Shape,
  prefix,
  suffix,
  size = 'medium',
  ...rest
}: TextInputProps) {
  const id = useId()
  const input = (
    <input
      {...rest}
      className={size === 'large' ? 'input input--money' : 'input'}
      id={id}
      aria-invalid={error ? true : undefined}
      aria-describedby={descriptionOf(id, { hint, error })}
    />
  )
  return (
    <Field id={id} label={label} hint={hint} error={error} required={rest.required}>
      {Shape || prefix || suffix ? (
        <span className="affix">
          {Shape && <Shape />}
          {prefix && <Affix side="pre">{prefix}</Affix>}
          {input}
          {suffix && <Affix side="post">{suffix}</Affix>}
        </span>
      ) : (
        input
      )}
    </Field>
  )
}

function Affix({ side, children }: { side: 'pre' | 'post'; children: ReactNode }) {
  return (
    <span className={`affix__${side}`} aria-hidden="true">
      {children}
    </span>
  )
}
