import type { ReactNode } from 'react'
import { ChevronDownIcon } from '../icon/chevron-down.tsx'
import './accordion.css'

/** A collapsible part of a card. */
export function Accordion({
  title,
  isOpen = false,
  onToggle,
  children,
}: {
  title: string
  isOpen?: boolean
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}) {
  return (
    <details
      className="acc"
      open={isOpen}
      onToggle={onToggle && ((event) => onToggle(event.currentTarget.open))}
    >
      <summary>
        <span>{title}</span>
        <ChevronDownIcon />
      </summary>
      <div className="acc__body">{children}</div>
    </details>
  )
}
