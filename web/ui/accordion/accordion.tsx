import type { ReactNode } from 'react'
import { ChevronDownIcon } from '../icon/chevron-down.tsx'
import './accordion.css'

/** A part of a card that can be folded away. */
export function Accordion({
  title,
  isOpen = false,
  children,
}: {
  title: string
  isOpen?: boolean
  children: ReactNode
}) {
  return (
    <details className="acc" open={isOpen}>
      <summary>
        <span>{title}</span>
        <ChevronDownIcon />
      </summary>
      <div className="acc__body">{children}</div>
    </details>
  )
}
