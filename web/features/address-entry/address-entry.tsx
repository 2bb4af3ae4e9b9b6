import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AddressParts } from './address-parts.tsx'
import { AddressSearch } from './address-search.tsx'
import type { AddressEntryProps } from './address-entry-props.ts'
import './address-entry.css'

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
