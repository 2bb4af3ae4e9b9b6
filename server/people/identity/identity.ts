import { lockAccount } from '../accounts/accounts.ts'
import type { IdentityState } from '#contract/identity.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { consentTextOf } from './identity-request.ts'
import {
  checksLeft,
  identityStep,
  isIdentityRequired,
  lostAfterMs,
  type IdentityFacts,
} from './identity-step.ts'
import { failLostChecks, findIdentityFacts, findRejection } from './identity.store.ts'

export async function readIdentity({ db, clock }: BasicDeps, accountId: string): Promise<IdentityState> {
  const now = clock()
  const facts = await factsOf(db, accountId)
  const step = identityStep(facts, now)
  const isToDo = step === 'Check' || step === 'Upload'
  const rejection = isToDo ? await findRejection(db, accountId) : undefined
  return {
    step,
    checksLeft: checksLeft(facts, now),
    consentText: (await consentTextOf(db, facts.region, now)).body,
    rejection: rejection ? { reason: rejection.reason, on: dateIn(facts.region, rejection.decidedAt) } : null,
  }
}

async function factsOf(db: Db, accountId: string): Promise<IdentityFacts> {
  return orNotFound(await findIdentityFacts(db, accountId))
}

/** Refuses unless an identity check is required and no copy is in review. */
export async function refuseUnlessRequired(db: Db, accountId: string): Promise<IdentityFacts> {
  const facts = await factsOf(db, accountId)
  if (facts.isInReview || !isIdentityRequired(facts)) throw new Refusal('not_possible')
  return facts
}

/** The same, and locks the account so that the result stays true until the transaction ends. */
export async function lockIfRequired(tx: Transaction, accountId: string, now: Date): Promise<IdentityFacts> {
  await lockAccount(tx, accountId)
  await failLostChecks(tx, accountId, {
    createdUntil: new Date(now.getTime() - lostAfterMs),
    failure: 'its answer was lost',
    at: now,
  })
  return refuseUnlessRequired(tx, accountId)
}
