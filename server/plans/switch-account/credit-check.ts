import { randomUUID } from 'node:crypto'
import { identityCheckTransitions } from '#domain/identity.ts'
import { productChangeTransitions, type ProductChangeStatus } from '#domain/switch-account.ts'
import { checkTransition } from '#domain/transitions.ts'
import { advanceSetup } from '../../people/accounts/setup-steps.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { Db } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { workThrough, type WorkDeps } from '../../platform/jobs/work-through.ts'
import type { PersonCheck } from '../../platform/providers/credit-body.ts'
import type { CheckResult } from '../../platform/providers/frankie.ts'
import { ProviderFailure } from '../../platform/providers/provider-failure.ts'
import {
  claimCreditChecksBefore,
  decideCreditCheck,
  insertCreditCheck,
  type CheckKey,
} from './credit-check.store.ts'
import { lockProductChange, lockSwitchingAccount, setProductChangeStatus } from './product-change.store.ts'

/** Stores the check before the call, so that a crash leaves a trace of it. */
export async function openCreditCheck(
  tx: Db,
  { accountId, customerId, now }: { accountId: string; customerId: string; now: Date },
): Promise<string> {
  const id = randomUUID()
  await insertCreditCheck(tx, { accountId, id, customerId, at: now })
  return id
}

/**
 * A person known to the credit body is identified. Everybody else has to show a document, whatever the reason. Returns
 * the new status of the change.
 */
export async function checkWithCreditBody(
  deps: Deps,
  { accountId }: { accountId: string },
  { checkId, ...question }: { checkId: string } & PersonCheck,
): Promise<ProductChangeStatus> {
  const result = await resultOf(deps, question)
  return deps.db.transaction(async (tx) => {
    await lockSwitchingAccount(tx, accountId)
    const change = await lockProductChange(tx, accountId)
    const now = deps.clock()
    checkTransition('An identity check', identityCheckTransitions, 'Waiting', result.outcome)
    if (await decideCreditCheck(tx, { accountId, id: checkId, ...result, at: now }))
      await recordAudit(tx, {
        subjectId: accountId,
        action: 'CreditBodyAnswered',
        at: now,
        details: { identityCheckId: checkId, outcome: result.outcome },
      })
    // Meanwhile a document may have been uploaded in another window, or staff may have acted.
    if (result.outcome !== 'Pass' || change?.status !== 'VerifyYourIdentity')
      return change?.status ?? 'VerifyYourIdentity'
    checkTransition('A product change', productChangeTransitions, change.status, 'Processing')
    await setProductChangeStatus(tx, accountId, 'Processing')
    await advanceSetup(tx, deps, accountId)
    return 'Processing'
  })
}

async function resultOf(
  { providers, log }: Pick<Deps, 'providers' | 'log'>,
  question: PersonCheck,
): Promise<CheckResult> {
  try {
    return await providers.creditBody.checkPerson(question)
  } catch (error) {
    // The family's answers are stored by now. Any error, even our own, only means that they show a document.
    log.error({ err: error, provider: 'credit-body' }, 'the outcome of a credit check is unknown')
    const failure = error instanceof ProviderFailure ? error.message : 'an error of our own'
    return { outcome: 'Fail', reference: null, failure }
  }
}

/** The time after which a check without an outcome is closed: the process that made it has died. */
const forgottenMs = 60 * 60_000

export async function closeForgottenChecks(deps: WorkDeps): Promise<number> {
  const at = deps.clock()
  const time = new Date(at.getTime() - forgottenMs)
  const answer = { outcome: 'Fail', reference: null, failure: 'no answer was recorded' } as const
  return workThrough<CheckKey>(deps, {
    name: 'close-forgotten-checks',
    itemOf: ({ id, accountId }) => ({ item: id, accountId }),
    claim: (tx, turn) => claimCreditChecksBefore(tx, time, turn),
    process: async (tx, checks) => {
      for (const check of checks) await decideCreditCheck(tx, { ...check, ...answer, at })
    },
  })
}
