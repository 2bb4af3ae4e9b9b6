import { randomUUID } from 'node:crypto'
import type { Identification } from '#contract/identity.ts'
import { fileKinds, identityFileKinds } from '#domain/files.ts'
import type { IdentityDocumentType } from '#domain/identity.ts'
import { advanceSetup } from '../accounts/setup-steps.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { admitFile, type AdmittedFile } from '../../platform/files/admit-file.ts'
import type { SentFile } from '../../platform/files/read-form.ts'
import { storeFile } from '../../platform/files/stored-files.ts'
import { storeCheck, refuseEmptyNumbers, type IdentityRequest } from './identity-request.ts'
import { encryptDocument } from './documents.ts'
import { continueProductChange } from './identity.store.ts'
import { openReview } from '../reviews/reviews.ts'
import { lockIfRequired, refuseUnlessRequired } from './identity.ts'

/**
 * Stores a copy of a document for review by staff. It needs no failed check on record: the customer may have seen a
 * check fail that never reached the server.
 */
export async function handInCopy(
  deps: Deps,
  request: IdentityRequest,
  { document, sent }: { document: Identification; sent: SentFile },
): Promise<void> {
  refuseEmptyNumbers(document)
  await refuseUnlessRequired(deps.db, request.accountId)
  const file = await admitFile(deps, sent, identityFileKinds)
  const name = nameOfCopy(document.type, file)
  await deps.db.transaction((tx) => storeCopy(tx, deps, request, { document, file: { ...file, name } }))
}

const documentNames: Record<IdentityDocumentType, string> = {
  DriversLicense: 'Drivers licence',
  Passport: 'Passport',
}

/** Replaces the customer's file name: it might contain the document's number, and names are not encrypted. */
function nameOfCopy(type: IdentityDocumentType, { contentType }: AdmittedFile): string {
  const kind = identityFileKinds.find((each) => fileKinds[each].contentType === contentType)
  return documentNames[type] + (kind ? fileKinds[kind].extensions[0] : '')
}

async function storeCopy(
  tx: Transaction,
  deps: Deps,
  request: IdentityRequest,
  { document, file }: { document: Identification; file: AdmittedFile },
): Promise<void> {
  const { accountId, caller, requestId } = request
  const at = deps.clock()
  const id = randomUUID()
  const { region } = await lockIfRequired(tx, accountId, at)
  const fileId = await storeFile(tx, deps, { ...file, accountId, at })
  await storeCheck(tx, request, region, {
    id,
    documentType: document.type,
    document: encryptDocument(deps.config.encryptionKeys, document, { accountId, id }),
    manner: 'Manual',
    fileId,
    at,
  })
  await openReview(tx, { accountId, kind: 'Identity', subjectId: id, at })
  await continueProductChange(tx, accountId)
  await advanceSetup(tx, deps, accountId)
  await recordAudit(tx, {
    subjectId: accountId,
    by: { customerId: caller.customerId, requestId },
    action: 'IdentityCopyHandedIn',
    at,
    details: { identityCheckId: id, document: document.type },
  })
}
