import * as z from 'zod/mini'
import type { EnteredAddress } from '#domain/address-entry.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Config } from '../config.ts'
import { checkResultOf, callFrankie, referenceName, resultCode, type CheckResult } from './frankie.ts'

export type PersonCheck = {
  firstName: string
  lastName: string
  birthDate: CalendarDate
  currentAddress: EnteredAddress
  previousAddress: EnteredAddress | null
}

/** Checks whether a credit reporting body knows somebody of that name, birthday and address. */
export type CreditBodyProvider = { checkPerson(check: PersonCheck): Promise<CheckResult> }

/** Two sources must know the person. The reply only says whether they do: never a score, never a debt. */
const path = 'entity/new/verify/two_plus/summary'

export function creditBodyProvider(access: Config['creditBody']): CreditBodyProvider {
  return {
    async checkPerson(check) {
      const request = { provider: 'credit-body', path, body: { entity: entityOf(check) } }
      const { checkSummary } = await callFrankie(access, request, summary)
      return checkResultOf(checkSummary.checkId, checkSummary.resultState)
    },
  }
}

const summary = z.object({ checkSummary: z.object({ checkId: referenceName, resultState: resultCode }) })

function entityOf({ firstName, lastName, birthDate, currentAddress, previousAddress }: PersonCheck) {
  return {
    entityType: 'INDIVIDUAL',
    name: { givenName: firstName, familyName: lastName },
    dateOfBirth: { dateOfBirth: birthDate },
    addresses: [
      addressOf('RESIDENTIAL1', currentAddress),
      ...(previousAddress ? [addressOf('RESIDENTIAL2', previousAddress)] : []),
    ],
  }
}

function addressOf(addressType: string, address: EnteredAddress) {
  return {
    addressType,
    unitNumber: address.unitNo,
    streetNumber: address.streetNo,
    streetName: address.street,
    town: address.suburb,
    state: address.state,
    postalCode: address.postcode,
    country: 'AUS',
    longForm: address.fullAddress,
  }
}
