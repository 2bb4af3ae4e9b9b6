import type { ReactNode } from 'react'
import { Checkbox, type CheckboxProps } from './checkbox.tsx'
import './checkbox.css'

/** A permission that people give by ticking; what explains it may stand below. */
export function Consent({ children, ...rest }: CheckboxProps & { children?: ReactNode }) {
  return (
    <div className={rest.error ? 'consent consent--invalid' : 'consent'}>
      <Checkbox {...rest} />
      {children && <div>{children}</div>}
    </div>
  )
}
