import * as z from 'zod/mini'
import type { Identification } from '#contract/identity.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { plainDocumentNumber } from '#domain/identity.ts'
import type { Config } from '../config.ts'
import { checkResultOf, callFrankie, referenceName, resultCode, type CheckResult } from './frankie.ts'
import { threeLetters } from './three-letters.ts'

export type DocumentCheck = {
  document: Identification
  person: { firstName: string; lastName: string; birthDate: CalendarDate | null }
}
/** Checks a document with its issuer. */
export type IdCheckProvider = { checkDocument(check: DocumentCheck): Promise<CheckResult> }

export function idCheckProvider(access: Config['idCheck']): IdCheckProvider {
  return {
    async checkDocument(check) {
      const request = { provider: 'id-check', path: 'document/new/verify', body: bodyOf(check) }
      const { requestId, documentVerificationResults } = await callFrankie(access, request, verification)
      return checkResultOf(requestId, documentVerificationResults.processResult.resultState)
    },
  }
}

function bodyOf({ document, person }: DocumentCheck) {
  return {
    document:
      document.type === 'Passport'
        ? {
            idType: 'PASSPORT',
            country: threeLetters(document.passportCountry),
            idNumber: plainDocumentNumber(document.passportNo),
          }
        : {
            idType: 'DRIVERS_LICENCE',
            country: 'AUS',
            region: document.driversLicenseState,
            idNumber: plainDocumentNumber(document.driversLicenseNo),
            extraData: [
              { kvpKey: 'document_number', kvpValue: plainDocumentNumber(document.driversLicenseCardNo) },
            ],
          },
    entityData: {
      name: { givenName: person.firstName, familyName: person.lastName },
      ...(person.birthDate !== null && { dateOfBirth: { dateOfBirth: person.birthDate } }),
    },
  }
}

const verification = z.object({
  requestId: referenceName,
  documentVerificationResults: z.object({ processResult: z.object({ resultState: resultCode }) }),
})
