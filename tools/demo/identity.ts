import type { IdentityDocumentType, IdentityOutcome } from '#domain/identity.ts'
import type { OpenAccount } from './account.ts'
import { addConsent } from './consents.ts'
import { addFile } from './documents.ts'
import { daysAgo, happenedOn } from './moment.ts'
import { addReview } from './reviews.ts'

/** A check with the document's issuer, or a copy that staff looked at. */
export type IdentityCheck = {
  document: IdentityDocumentType
  manner: 'Automatic' | 'Manual'
  /** Null while staff have not decided. */
  outcome: IdentityOutcome | null
  daysAgo: number
}

const documentNames = { DriversLicense: "Driver's licence", Passport: 'Passport' }

export function addIdentityChecks(opened: OpenAccount, checks: IdentityCheck[]): void {
  const { rows, accountId, moment, id } = opened
  for (const [place, check] of checks.entries()) {
    const checkId = id('identity check', place)
    const madeOn = daysAgo(moment, check.daysAgo)
    const decidedOn = check.manner === 'Manual' ? daysAgo(moment, check.daysAgo - 1) : madeOn
    const isManual = check.manner === 'Manual'
    rows.identity_check.push({
      account_id: accountId,
      id: checkId,
      document_type: check.document,
      manner: check.manner,
      outcome: check.outcome,
      provider_reference: isManual ? null : `idv-${checkId.slice(0, 8)}`,
      file_id: isManual ? addFile(opened, `${documentNames[check.document]} ${place + 1}`, madeOn) : null,
      created_at: happenedOn(madeOn, moment),
      decided_at: check.outcome ? happenedOn(decidedOn, moment) : null,
    })
    addConsent(opened, { kind: 'IdCheckConsent', agreed: true, on: madeOn, subjectId: checkId })
    if (isManual) {
      addReview(opened, {
        kind: 'Identity',
        subjectId: checkId,
        openedOn: madeOn,
        ...(check.outcome && {
          decision: {
            on: decidedOn,
            ...(check.outcome === 'Pass'
              ? { status: 'Approved' as const }
              : { status: 'Declined' as const, reason: 'The copy cannot be read.' }),
          },
        }),
      })
    }
  }
}
