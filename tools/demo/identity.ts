import { formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { IdentityDocumentType, IdentityOutcome } from '#domain/identity.ts'
import type { OpenAccount } from './open-account.ts'
import { addConsent } from './consents.ts'
import { addFile } from './documents.ts'
import { identificationOf } from './identity-documents.ts'
import { daysAgo, happenedOn } from './moment.ts'
import { addReview } from './reviews.ts'
import { copyPdf } from './school-invoice.ts'

/** A check with the document's issuer, or a copy for staff to review. */
export type IdentityCheck = {
  document: IdentityDocumentType
  manner: 'Automatic' | 'Manual'
  /** Null while staff have not decided. */
  outcome: IdentityOutcome | null
  /** Among checks of one day, a later one in the list is newer. */
  daysAgo: number
  /** Why staff could not use a copy. */
  reason?: string
}

const documentNames = { DriversLicense: "Driver's licence", Passport: 'Passport' }

export function addIdentityChecks(opened: OpenAccount, checks: IdentityCheck[]): void {
  const { moment, id } = opened
  for (const [index, check] of checks.entries()) {
    const checkId = id('identity check', index)
    const madeOn = daysAgo(moment, check.daysAgo)
    const isManual = check.manner === 'Manual'
    const decidedOn = isManual ? daysAgo(moment, check.daysAgo - 1) : madeOn
    const secondsBefore = checks.length - index
    addCheck(opened, {
      id: checkId,
      documentType: check.document,
      manner: check.manner,
      outcome: check.outcome,
      fileId: isManual ? addCopy(opened, check.document, index, madeOn) : null,
      madeAt: secondsEarlier(happenedOn(madeOn, moment), secondsBefore),
      decidedAt: check.outcome && secondsEarlier(happenedOn(decidedOn, moment), secondsBefore),
    })
    addConsent(opened, { kind: 'IdCheckConsent', agreed: true, on: madeOn, subjectId: checkId })
    if (isManual) {
      addReview(opened, {
        kind: 'Identity',
        subjectId: checkId,
        openedOn: madeOn,
        decision: check.outcome && {
          on: decidedOn,
          ...(check.outcome === 'Pass'
            ? { status: 'Approved' }
            : { status: 'Declined', reason: check.reason ?? 'The copy cannot be read.' }),
        },
      })
    }
  }
}

/** A passed check by the credit reporting body. */
export function addCreditCheck(opened: OpenAccount, on: CalendarDate): void {
  const at = happenedOn(on, opened.moment)
  addCheck(opened, {
    id: opened.id('identity check', 'credit body'),
    documentType: null,
    manner: 'CreditBody',
    outcome: 'Pass',
    fileId: null,
    madeAt: at,
    decidedAt: at,
  })
}

type Check = {
  id: string
  documentType: IdentityDocumentType | null
  manner: IdentityCheck['manner'] | 'CreditBody'
  outcome: IdentityOutcome | null
  fileId: string | null
  madeAt: string
  decidedAt: string | null
}

function addCheck({ rows, accountId, customerId }: OpenAccount, check: Check): void {
  const isAnswered = check.manner !== 'Manual'
  rows.identity_check.push({
    account_id: accountId,
    id: check.id,
    document_type: check.documentType,
    manner: check.manner,
    outcome: check.outcome,
    provider_reference: isAnswered ? `01${check.id.replaceAll('-', '').slice(0, 24).toUpperCase()}` : null,
    failure: isAnswered && check.outcome === 'Fail' ? 'NO_MATCH' : null,
    file_id: check.fileId,
    asked_by: customerId,
    created_at: check.madeAt,
    decided_at: check.decidedAt,
  })
}

/** The copy of a document, with the numbers that the family typed in. */
function addCopy(
  opened: OpenAccount,
  document: IdentityDocumentType,
  index: number,
  madeOn: CalendarDate,
): string {
  const { school, holderName, accountId } = opened
  const name = `${documentNames[document]} ${index + 1}`
  const { type: _, ...numbers } = identificationOf({ accountId, document, region: school.region })
  const lines = [holderName, ...Object.values(numbers), `Copied on ${formatDate(madeOn)}`]
  return addFile(opened, name, madeOn, () => copyPdf({ school, name, issuedOn: madeOn, lines }))
}

function secondsEarlier(instant: string, seconds: number): string {
  return new Date(Date.parse(instant) - seconds * 1000).toISOString()
}
