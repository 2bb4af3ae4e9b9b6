import type { ReactNode } from 'react'
import { ChevronDownIcon } from '../icon/chevron-down.tsx'
import './table.css'

type RowButtonProps = {
  isOpen: boolean
  onToggle: () => void
  /** Where what is seen says nothing to those who do not see it. */
  label?: string
  children: ReactNode
}

/** Opens the row of a table to its details; a click anywhere in the row reaches it. */
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
