import type { ReactNode } from 'react'
import './definition-list.css'

type FactProps = {
  name: string
  /** A tooltip beside the name. */
  help?: ReactNode
  /** What the others above it come to. */
  isTotal?: boolean
  children: ReactNode
}

/** One name and its value, within a `dl`. */
export function Fact({ name, help, isTotal = false, children }: FactProps) {
  return (
    <div className={isTotal ? 'dl__total' : undefined}>
      <dt>
        {name}
        {help}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
