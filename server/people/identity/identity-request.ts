import type { Identification } from '#contract/identity.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { plainDocumentNumber } from '#domain/identity.ts'
import { fieldRefusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { recordConsent, type AgreementText } from '../consents/consents.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { currentText } from '../texts/texts.ts'
import { insertIdentityCheck, type NewCheck } from './identity.store.ts'

/** The customer who proves their identity, and the IP address of the request. */
export type IdentityRequest = { accountId: string; caller: Caller; address: string; requestId: string }

/** The consent text that is in force today. */
export async function consentTextOf(db: Db, region: Region, now: Date): Promise<AgreementText> {
  return currentText(db, { kind: 'IdCheckConsent', on: dateIn(region, now) })
}

/** Stores a check and the consent to it together: neither exists without the other. */
export async function storeCheck(
  tx: Transaction,
  { accountId, caller, address }: IdentityRequest,
  region: Region,
  check: Omit<NewCheck, 'accountId' | 'requestedBy'>,
): Promise<void> {
  const { customerId } = caller
  await insertIdentityCheck(tx, { ...check, accountId, requestedBy: customerId })
  await recordConsent(tx, {
    accountId,
    customerId,
    kind: 'IdCheckConsent',
    text: await consentTextOf(tx, region, check.at),
    agreed: true,
    subjectId: check.id,
    at: check.at,
    address,
  })
}

/** Issuers ignore dashes and spaces, so a number of only those is empty. */
export function refuseEmptyNumbers(document: Identification): void {
  const { type: _, ...fields } = document
  const empty = Object.entries(fields).filter(([, text]) => plainDocumentNumber(text) === '')
  if (empty.length === 0) return
  throw fieldRefusal(
    Object.fromEntries(empty.map(([name]) => [`identification.${name}`, 'This is not a number'])),
  )
}
