import type { ReactNode } from 'react'
import { FieldError } from './field-error.tsx'
import { RequiredMark } from './required-mark.tsx'
import './text-input.css'

export type FieldTexts = { label: string; hint?: ReactNode; error?: string }

/** The id of the text below a control: the error, or else the hint. */
export function descriptionOf(id: string, { hint, error }: Omit<FieldTexts, 'label'>): string | undefined {
  if (error) return `${id}-error`
  return hint ? `${id}-hint` : undefined
}

/** A control with a label above and a hint or error below. */
export function Field({
  id,
  label,
  hint,
  error,
  required,
  children,
}: FieldTexts & { id: string; required?: boolean; children: ReactNode }) {
  return (
    <div className="field">
      <label className="field__label" id={`${id}-label`} htmlFor={id}>
        {label}
        {required && <RequiredMark />}
      </label>
      {children}
      <FieldHint id={id} hint={error ? undefined : hint} />
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}

export function FieldHint({ id, hint }: { id: string; hint: ReactNode }) {
  if (!hint) return null
  return (
    <p className="field__hint" id={`${id}-hint`}>
      {hint}
    </p>
  )
}
