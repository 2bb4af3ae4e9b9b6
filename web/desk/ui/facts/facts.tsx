import { Children, Fragment, type ReactNode } from 'react'
import './facts.css'

/** Names and values, one below the other; those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => hasValue(value))
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}

const hasValue = (value: ReactNode) => value !== null && value !== undefined && value !== false

/** Parts and what they add up to. The sum is the server's, not this page's. */
export function SumFacts({
  parts,
  total,
}: {
  parts: readonly (readonly [name: string, value: string])[]
  total: readonly [name: string, value: string]
}) {
  return (
    <dl className="facts facts--sum">
      {Children.toArray(
        parts.map(([name, value]) => (
          <Fragment>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        )),
      )}
      <dt className="facts__total">{total[0]}</dt>
      <dd className="facts__total">{total[1]}</dd>
    </dl>
  )
}
