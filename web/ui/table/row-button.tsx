import type { ReactNode } from 'react'
import { ChevronDownIcon } from '../icon/chevron-down.tsx'
import './table.css'

type RowButtonProps = {
  isOpen: boolean
  onToggle: () => void
  /** A label for screen readers, where the visible text is not enough. */
  label?: string
  children: ReactNode
}

/** Expands a table row. A click anywhere in the row triggers it. */
export function RowButton({ isOpen, onToggle, label, children }: RowButtonProps) {
  return (
    <button
      type="button"
      className="table__open"
      aria-expanded={isOpen}
      aria-label={label}
      onClick={onToggle}
    >
      <span>{children}</span>
      <ChevronDownIcon size="small" />
    </button>
  )
}
