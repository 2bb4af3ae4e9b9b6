import { licenceStates, type LicenceState } from './identity.ts'

/** A shorter text matches too much. The portal and the server share this limit. */
export const addressSearchMinLength = 3
export const addressSearchMaxLength = 200
export const mostFoundAddresses = 10
export const addressPartMaxLength = 100

export const australianStates = licenceStates
export type AustralianState = LicenceState

/** An address in its parts; missing parts are empty. */
export type EnteredAddress = {
  unitNo: string
  streetNo: string
  street: string
  suburb: string
  state: string
  postcode: string
  fullAddress: string
}

/** The parts of an address, as the lookup service names them. */
export type FoundParts = {
  flatUnitNumber: string | null
  streetNumber: string | null
  street: string | null
  locality: string | null
  state: string | null
  postcode: string | null
  fullAddress: string
}

export function enteredAddress(parts: FoundParts): EnteredAddress {
  return {
    unitNo: parts.flatUnitNumber ?? '',
    streetNo: parts.streetNumber ?? '',
    street: parts.street ?? '',
    suburb: parts.locality ?? '',
    state: parts.state ?? '',
    postcode: parts.postcode ?? '',
    fullAddress: parts.fullAddress,
  }
}

/** "3 14 Boundary Road, Paddington QLD 4064", without empty parts. */
export function fullAddressOf(address: Omit<EnteredAddress, 'fullAddress'>): string {
  const { unitNo, streetNo, street, suburb, state, postcode } = address
  const joined = (parts: string[], between: string) =>
    parts
      .map((part) => part.trim())
      .filter(Boolean)
      .join(between)
  return joined([joined([unitNo, streetNo, street], ' '), joined([suburb, state, postcode], ' ')], ', ')
}

const postcodeRanges: Record<AustralianState, readonly (readonly [from: number, to: number])[]> = {
  ACT: [
    [200, 299],
    [2600, 2618],
    [2900, 2920],
  ],
  NSW: [
    [1000, 2599],
    [2619, 2899],
    [2921, 2999],
  ],
  NT: [[800, 999]],
  QLD: [
    [4000, 4999],
    [9000, 9999],
  ],
  SA: [[5000, 5999]],
  TAS: [[7000, 7999]],
  VIC: [
    [3000, 3999],
    [8000, 8999],
  ],
  WA: [[6000, 6999]],
}

/** The state of a postcode. A few are on a border, so a mismatch is a warning, never a refusal. */
export function stateOfPostcode(postcode: string): AustralianState | undefined {
  if (!/^\d{4}$/.test(postcode)) return undefined
  const number = Number(postcode)
  return australianStates.find((state) =>
    postcodeRanges[state].some(([from, to]) => number >= from && number <= to),
  )
}
