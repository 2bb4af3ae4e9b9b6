import type { ReactNode } from 'react'
import './definition-list.css'

type FactProps = {
  name: string
  /** A tooltip beside the name. */
  help?: ReactNode
  /** The total of the rows above. */
  isTotal?: boolean
  children: ReactNode
}

/** A name and its value, inside a `dl`. */
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
