import type { Identification } from '#contract/identity.ts'
import { plainDocumentNumber, type IdentityDocumentType, type LicenceState } from '#domain/identity.ts'
import type { Region } from '#domain/region.ts'

/** Both documents, so that switching between them keeps what was typed. */
export type TypedDocument = {
  kind: IdentityDocumentType
  state: LicenceState | null
  licenceNumber: string
  cardNumber: string
  country: string
  passportNumber: string
}

const starts: Record<Region, Pick<TypedDocument, 'kind' | 'country'>> = {
  AU: { kind: 'DriversLicense', country: 'AU' },
  // Only Australian licences are accepted.
  UK: { kind: 'Passport', country: 'GB' },
}

export function emptyDocument(region: Region): TypedDocument {
  return { ...starts[region], state: null, licenceNumber: '', cardNumber: '', passportNumber: '' }
}

/** In the format of the API; null while something is missing. */
export function identificationOf(typed: TypedDocument): Identification | null {
  const { kind, state, country } = typed
  if (kind === 'Passport') {
    const passportNo = typed.passportNumber.trim()
    return isBlank(passportNo) ? null : { type: kind, passportCountry: country, passportNo }
  }
  const driversLicenseNo = typed.licenceNumber.trim()
  const driversLicenseCardNo = typed.cardNumber.trim()
  if (state === null || isBlank(driversLicenseNo) || isBlank(driversLicenseCardNo)) return null
  return { type: kind, driversLicenseState: state, driversLicenseNo, driversLicenseCardNo }
}

const isBlank = (number: string) => plainDocumentNumber(number) === ''
