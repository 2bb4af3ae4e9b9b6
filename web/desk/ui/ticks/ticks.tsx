import type { ReactNode } from 'react'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'

type TicksProps<Value extends string> = {
  legend: string
  names: Record<Value, string>
  all: readonly Value[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
  error?: string | undefined
  /** A choice above them. */
  children?: ReactNode
}

/** Any of several, in the order of all. */
export function Ticks<Value extends string>({
  legend,
  names,
  all,
  value,
  onChange,
  error,
  children,
}: TicksProps<Value>) {
  return (
    <fieldset className="field">
      <legend className="field__label">{legend}</legend>
      {children}
      {all.map((method) => (
        <Checkbox
          key={method}
          label={names[method]}
          isChecked={value.includes(method)}
          onChange={(isChecked) =>
            onChange(all.filter((each) => (each === method ? isChecked : value.includes(each))))
          }
        />
      ))}
      {error && <p className="field__error">{error}</p>}
    </fieldset>
  )
}
