import { lockAccount } from '../accounts/accounts.ts'
import { randomUUID } from 'node:crypto'
import type { Identification } from '#contract/identity.ts'
import { identityCheckTransitions, type IdentityOutcome } from '#domain/identity.ts'
import { Refusal } from '#domain/refusal.ts'
import { checkTransition } from '#domain/transitions.ts'
import { advanceSetup } from '../accounts/setup-steps.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import type { CheckResult } from '../../platform/providers/frankie.ts'
import { ProviderFailure } from '../../platform/providers/provider-failure.ts'
import { storeCheck, refuseEmptyNumbers, type IdentityRequest } from './identity-request.ts'
import { encryptDocument } from './documents.ts'
import { checksLeft } from './identity-step.ts'
import {
  acceptWaitingCopies,
  decideCheck,
  findPersonToCheck,
  continueProductChange,
} from './identity.store.ts'
import { lockIfRequired } from './identity.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/**
 * Checks a document with its issuer. The check is stored and counted before the call, its outcome or failure
 * afterwards. Any result but a clear pass counts as a fail, and the customer uploads a copy instead.
 */
export async function checkDocument(
  deps: Deps,
  request: IdentityRequest,
  document: Identification,
): Promise<{ status: IdentityOutcome }> {
  refuseEmptyNumbers(document)
  const { accountId } = request
  const id = randomUUID()
  await deps.db.transaction((tx) => beginCheck(tx, deps, request, { id, document }))
  const result = await checkWithIssuer(deps, request, document)
  const status = await deps.db.transaction((tx) => endCheck(tx, deps, request, { accountId, id }, result))
  return { status }
}

async function beginCheck(
  tx: Transaction,
  { clock, config }: Deps,
  request: IdentityRequest,
  { id, document }: { id: string; document: Identification },
): Promise<void> {
  const { accountId, caller, requestId } = request
  const at = clock()
  const facts = await lockIfRequired(tx, accountId, at)
  if (checksLeft(facts, at) === 0) throw new Refusal('rate_limited')
  await storeCheck(tx, request, facts.region, {
    id,
    documentType: document.type,
    document: encryptDocument(config.encryptionKeys, document, { accountId, id }),
    manner: 'Automatic',
    fileId: null,
    at,
  })
  await recordAudit(tx, {
    subjectId: accountId,
    by: { customerId: caller.customerId, requestId },
    action: 'IdentityCheckAsked',
    at,
    details: { identityCheckId: id, document: document.type },
  })
}

/** Runs outside any transaction, because an issuer may be slow. */
async function checkWithIssuer(
  { db, log, providers }: Deps,
  { caller, requestId }: IdentityRequest,
  document: Identification,
): Promise<CheckResult> {
  try {
    const person = await findPersonToCheck(db, caller.customerId)
    if (!person) throw new Error('The caller is not a customer')
    return await providers.idCheck.checkDocument({ document, person })
  } catch (error) {
    log.warn({ err: error, reqId: requestId, provider: 'id-check' }, 'a document could not be checked')
    const failure = error instanceof ProviderFailure ? error.message : 'the call failed'
    return { outcome: 'Fail', reference: null, failure }
  }
}

async function endCheck(
  tx: Transaction,
  deps: Deps,
  { accountId, caller, requestId }: IdentityRequest,
  key: RowKey,
  { outcome, reference, failure }: CheckResult,
): Promise<IdentityOutcome> {
  checkTransition('An identity check', identityCheckTransitions, 'Waiting', outcome)
  const at = deps.clock()
  await lockAccount(tx, accountId)
  // Another request has marked the check as lost meanwhile.
  if (!(await decideCheck(tx, key, { outcome, reference, failure, at }))) return 'Fail'
  await recordAudit(tx, {
    subjectId: accountId,
    by: { customerId: caller.customerId, requestId },
    action: outcome === 'Pass' ? 'IdentityConfirmed' : 'IdentityNotConfirmed',
    at,
    details: { identityCheckId: key.id },
  })
  if (outcome === 'Fail') return outcome
  // A copy may have been uploaded in another tab during the call.
  await acceptWaitingCopies(tx, accountId, { reason: 'The issuer has confirmed the document.', at })
  await continueProductChange(tx, accountId)
  await advanceSetup(tx, deps, accountId)
  return outcome
}
