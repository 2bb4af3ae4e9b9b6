import { useId } from 'react'
import {
  addressPartMaxLength,
  australianStates,
  fullAddressOf,
  stateOfPostcode,
  type EnteredAddress,
} from '#domain/address-entry.ts'
import { LinkButton } from '../../ui/button/button.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { FieldError } from '../../ui/text-input/field-error.tsx'
import { keptText, type Keep } from '../../ui/text-input/keep-typed.ts'
import { RequiredMark } from '../../ui/text-input/required-mark.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import type { AddressEntryProps } from './address-entry-props.ts'

type Part = Exclude<keyof EnteredAddress, 'fullAddress'>

const nothing: EnteredAddress = {
  unitNo: '',
  streetNo: '',
  street: '',
  suburb: '',
  state: '',
  postcode: '',
  fullAddress: '',
}

const stateOptions = australianStates.map((state) => ({ value: state, label: state }))

const keepPostcode: Keep = (previous, text) => {
  const bare = text.replaceAll(/\s/g, '')
  return /^\d{0,4}$/.test(bare) ? bare : previous
}

/** Manual entry, for an address the search does not find. */
export function AddressParts({
  label,
  value,
  onChange,
  error,
  required = false,
  onSearch,
}: AddressEntryProps & { onSearch: () => void }) {
  const id = useId()
  const { fullAddress: _, ...parts } = value ?? nothing

  function set(part: Part, text: string) {
    const next = { ...parts, [part]: text }
    const isEmpty = Object.values(next).every((each) => each === '')
    onChange(isEmpty ? null : { ...next, fullAddress: fullAddressOf(next) })
  }

  // Browsers autofill the fields of one section with one address.
  const section = `section-${label.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`
  const filledWith = (what: string) => `${section} ${what}`
  const field = (part: Exclude<Part, 'state' | 'postcode'>) => ({
    value: parts[part],
    maxLength: addressPartMaxLength,
    onChange: (event: { currentTarget: HTMLInputElement }) => set(part, event.currentTarget.value),
  })
  const missing = (part: 'state' | 'postcode') =>
    error && parts[part].trim() === '' ? 'Required' : undefined
  const stateThere = stateOfPostcode(parts.postcode)
  const isElsewhere = stateThere !== undefined && parts.state !== '' && stateThere !== parts.state

  return (
    <fieldset
      className="stack stack--12"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <div className="row row--between">
        <p className="field__label" id={`${id}-label`}>
          {label}
          {required && <RequiredMark />}
        </p>
        <div className="sm">
          <LinkButton onClick={onSearch}>Search for an address</LinkButton>
        </div>
      </div>
      <div className="address-parts__fields">
        <TextInput {...field('unitNo')} label="Unit" autoComplete={filledWith('address-line2')} />
        <TextInput {...field('streetNo')} label="Street number" autoComplete="off" />
        <div className="address-parts__wide">
          <TextInput {...field('street')} label="Street name" autoComplete={filledWith('address-line1')} />
        </div>
        <div className="address-parts__wide">
          <TextInput {...field('suburb')} label="Suburb" autoComplete={filledWith('address-level2')} />
        </div>
        <NativeSelect
          label="State"
          options={stateOptions}
          value={parts.state}
          error={missing('state')}
          isNeeded={required}
          autoComplete={filledWith('address-level1')}
          onChange={(state) => set('state', state)}
        />
        <TextInput
          label="Postcode"
          inputMode="numeric"
          value={parts.postcode}
          hint={isElsewhere && `This postcode is in ${stateThere}`}
          error={
            missing('postcode') ?? (error && stateThere === undefined ? 'A postcode has 4 digits' : undefined)
          }
          aria-required={required || undefined}
          autoComplete={filledWith('postal-code')}
          onChange={(event) => set('postcode', keptText(event, parts.postcode, keepPostcode))}
        />
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  )
}
