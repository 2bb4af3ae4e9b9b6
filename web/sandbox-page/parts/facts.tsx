import type { ReactNode } from 'react'
import { InlineCopyButton } from './copy-button.tsx'
import './facts.css'

/** A provider's id, which people copy. */
const id = /^[a-z]+_\w{8,}$/

/** Names and values; those without a value are left out. */
export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  const known = Object.entries(facts).filter(([, value]) => Boolean(value))
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {typeof value === 'string' && id.test(value) && <InlineCopyButton text={value} what={value} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function Source({ title, children }: { title: string; children: string }) {
  return (
    // It scrolls, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className="source" tabIndex={0} role="group" aria-label={title}>
      {children}
    </pre>
  )
}
