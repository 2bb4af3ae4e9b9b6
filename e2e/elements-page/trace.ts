import { createElement } from 'react'
import type { ReactElement } from 'react'

/** Everything that Stripe.js told the page, for the spec to read. */
export const trace: unknown[] = []

Object.assign(window, { trace })

export const note =
  (name: string) =>
  (event: unknown): void => {
    trace.push({ name, event: JSON.parse(JSON.stringify(event ?? null)) })
  }

export const Output = ({ value }: { value: unknown }): ReactElement =>
  createElement(
    'output',
    { 'aria-label': 'Result' },
    value === undefined ? '' : JSON.stringify(value, null, 1),
  )
