import type { EnteredAddress } from '#domain/address-entry.ts'

export type AddressEntryProps = {
  /** The label: "Current address". */
  label: string
  value: EnteredAddress | null
  onChange: (address: EnteredAddress | null) => void
  /** An error of the address as a whole. */
  error?: string
  required?: boolean
}
