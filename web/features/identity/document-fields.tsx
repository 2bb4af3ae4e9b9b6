import type { Ref } from 'react'
import { licenceShapes, licenceStates, passportShape } from '#domain/identity.ts'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { countryOptions } from './country-options.ts'
import { LicencePictures } from './licence-pictures.tsx'
import { NumberInput } from './number-input.tsx'
import type { TypedDocument } from './typed-document.ts'

type DocumentFieldsProps = {
  typed: TypedDocument
  onChange: (change: Partial<TypedDocument>) => void
  isBusy: boolean
  /** The first number field. */
  ref: Ref<HTMLInputElement>
}

const stateOptions = licenceStates.map((state) => ({ value: state, label: state }))

export function LicenceFields({ typed, onChange, isBusy, ref }: DocumentFieldsProps) {
  const { state } = typed
  const shapes = state ? licenceShapes[state] : undefined
  return (
    <>
      <div className="identity__fields identity__fields--licence">
        <NativeSelect
          label="State"
          required
          disabled={isBusy}
          options={stateOptions}
          value={state}
          onChange={(chosen) => onChange({ state: chosen })}
        />
        <NumberInput
          ref={ref}
          label="Licence number"
          shape={shapes?.licence}
          plural={`${state} licence numbers`}
          readOnly={isBusy}
          value={typed.licenceNumber}
          onChange={(licenceNumber) => onChange({ licenceNumber })}
        />
        <NumberInput
          label="Card number"
          shape={shapes?.card}
          plural={`${state} card numbers`}
          readOnly={isBusy}
          value={typed.cardNumber}
          onChange={(cardNumber) => onChange({ cardNumber })}
        />
      </div>
      {state && <LicencePictures state={state} />}
    </>
  )
}

export function PassportFields({ typed, onChange, isBusy, ref }: DocumentFieldsProps) {
  return (
    <div className="identity__fields identity__fields--passport">
      <NativeSelect
        label="Country"
        required
        disabled={isBusy}
        options={countryOptions}
        value={typed.country}
        onChange={(country) => onChange({ country })}
      />
      <NumberInput
        ref={ref}
        label="Passport number"
        shape={passportShape(typed.country)}
        plural="Passport numbers"
        readOnly={isBusy}
        value={typed.passportNumber}
        onChange={(passportNumber) => onChange({ passportNumber })}
      />
    </div>
  )
}
