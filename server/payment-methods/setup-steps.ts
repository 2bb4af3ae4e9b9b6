import { accountSetupTransitions, productName, type AccountSetupStatus } from '#domain/accounts.ts'
import { checkTransition } from '#domain/transitions.ts'
import type { Db } from '../database/open.ts'
import { completeSetup, findSetupFacts, setSetupStatus, type SetupFacts } from './sources.store.ts'

/**
 * The step after a payment method was added: who they are, then whatever staff must look at. Only where the house
 * pays the school ahead of the family must it know whom it trusts; those products are sold as Plus and Extend.
 */
export function nextSetupStatus(facts: SetupFacts): AccountSetupStatus {
  if (facts.setupStatus !== 'AddPaymentMethod' || !facts.hasSource) return facts.setupStatus
  const needsIdentity = ['Plus', 'Extend'].includes(productName(facts.productType))
  if (needsIdentity && !facts.hasPassedIdentityCheck)
    return facts.isIdentityInReview ? 'ManualReview' : 'VerifyYourIdentity'
  return facts.isPlanInReview ? 'ManualReview' : 'StepsCompleted'
}

export async function moveSetupOn(tx: Db, accountId: string, now: Date): Promise<void> {
  const facts = await findSetupFacts(tx, accountId)
  if (!facts) return
  const next = nextSetupStatus(facts)
  if (next === facts.setupStatus) return
  checkTransition('The set-up of an account', accountSetupTransitions, facts.setupStatus, next)
  if (next === 'StepsCompleted') await completeSetup(tx, accountId, now)
  else await setSetupStatus(tx, accountId, next)
}
