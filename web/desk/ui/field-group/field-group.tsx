import { Children, type ReactNode } from 'react'

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

/** Fields side by side, each of which takes a part of the row. */
export function Columns({ size, children }: { size: 4 | 6 | 8; children: ReactNode }) {
  return Children.map(Children.toArray(children), (child) => <div className={`col-${size}`}>{child}</div>)
}
