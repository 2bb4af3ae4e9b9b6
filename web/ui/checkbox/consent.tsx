import type { ReactNode } from 'react'
import { Checkbox, type CheckboxProps } from './checkbox.tsx'
import './checkbox.css'

/** A consent checkbox, with an optional explanation below. */
export function Consent({ children, ...rest }: CheckboxProps & { children?: ReactNode }) {
  return (
    <div className={rest.error ? 'consent consent--invalid' : 'consent'}>
      <Checkbox {...rest} />
      {children && <div>{children}</div>}
    </div>
  )
}
