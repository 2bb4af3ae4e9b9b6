import type { FoundAddress } from '#contract/address-entry.ts'
import { addressSearchMaxLength, enteredAddress, fullAddressOf } from '#domain/address-entry.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../session/client.ts'
import { Autocomplete } from '../../ui/autocomplete/autocomplete.tsx'
import { LinkButton } from '../../ui/button/button.tsx'
import { PinIcon } from '../../ui/icon/pin.tsx'
import type { AddressEntryProps } from './address-entry-props.ts'

type Suggestion = { label: string; found: FoundAddress }

async function search(text: string, signal: AbortSignal): Promise<Suggestion[]> {
  const found = await call('POST /api/portal/customer/address-search', {
    body: { fullAddress: text },
    signal,
  })
  return found.map((each) => ({ label: each.fullAddress, found: each }))
}

const failureNote = (error: unknown) => (error instanceof ApiError ? error.msg : 'Error')

type AddressSearchProps = AddressEntryProps & {
  /** The typed text, before an address is chosen. */
  typed: string
  onTyped: (text: string) => void
  onManual: () => void
}

export function AddressSearch({
  label,
  value,
  onChange,
  error,
  required,
  typed,
  onTyped,
  onManual,
}: AddressSearchProps) {
  return (
    <div className="address-search stack stack--8">
      <Autocomplete
        label={label}
        value={value ? value.fullAddress || fullAddressOf(value) : typed}
        error={error}
        required={required}
        maxLength={addressSearchMaxLength}
        search={search}
        optionIcon={PinIcon}
        emptyNote="No addresses found"
        failureNote={failureNote}
        onChange={(text) => {
          onTyped(text)
          // The text no longer matches the chosen address.
          if (value) onChange(null)
        }}
        onChoose={({ found }) => {
          onTyped('')
          onChange(enteredAddress(found))
        }}
      />
      <div className="sm">
        <LinkButton onClick={onManual}>Enter address manually</LinkButton>
      </div>
    </div>
  )
}
