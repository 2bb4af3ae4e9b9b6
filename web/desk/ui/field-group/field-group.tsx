import type { ReactNode } from 'react'

/** Several fields that make up one value. */
export function FieldGroup({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="pile">
      <legend className="field__label">{label}</legend>
      {hint && <p className="field__hint">{hint}</p>}
      {children}
    </fieldset>
  )
}
