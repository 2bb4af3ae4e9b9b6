import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EnteredAddress } from '#domain/address-entry.ts'
import { AddressParts } from './address-parts.tsx'
import { AddressSearch } from './address-search.tsx'
import './address-entry.css'

export type AddressEntryProps = {
  /** The label: "Current address". */
  label: string
  value: EnteredAddress | null
  onChange: (address: EnteredAddress | null) => void
  /** An error of the address as a whole. */
  error?: string
  required?: boolean
}

/** An Australian address, found by search or entered field by field. */
export function AddressEntry(entry: AddressEntryProps) {
  const [isManual, setManual] = useState(false)
  const [typed, setTyped] = useState('')
  const root = useRef<HTMLDivElement>(null)

  function turn(toManual: boolean) {
    // Synchronous, so that the first field exists when the focus moves to it.
    flushSync(() => setManual(toManual))
    root.current?.querySelector('input')?.focus()
  }

  return (
    <div ref={root}>
      {isManual ? (
        <AddressParts {...entry} onSearch={() => turn(false)} />
      ) : (
        <AddressSearch {...entry} typed={typed} onTyped={setTyped} onManual={() => turn(true)} />
      )}
    </div>
  )
}
