import {
  accountSetupTransitions,
  needsPlan,
  productName,
  type AccountSetupStatus,
  type ProductType,
} from '#domain/accounts.ts'
import { datesIn } from '#domain/calendar/calendar.ts'
import { checkTransition } from '#domain/transitions.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { LetterDeps } from '../../platform/deps.ts'
import { workThrough, type WorkDeps } from '../../platform/jobs/work-through.ts'
import { writeToMembers } from '../account-letters/account-letters.ts'
import { findNextPayment } from './plans.ts'
import {
  claimCompleted,
  completeAccount,
  findSetupFacts,
  finishCompleted,
  setSetupStatus,
  type SetupFacts,
} from './setup-steps.store.ts'

/**
 * Larkwell must identify its customers only where it pays the school ahead of the family. Those products are sold as
 * Plus and Extend.
 */
const needsIdentity = (product: ProductType) => ['Plus', 'Extend'].includes(productName(product))

/**
 * The first step that is still open. If the first payment day has passed during set-up, the family chooses another
 * one, so that it is not debited for several payments at once on the day it finishes. An account that has been set up
 * never returns to a step.
 */
export function nextSetupStatus(facts: SetupFacts): AccountSetupStatus {
  const { setupStatus, productType } = facts
  if (!facts.isSetupIncomplete || setupStatus === 'StepsCompleted' || setupStatus === 'NoFurtherSteps')
    return setupStatus
  if (needsPlan(productType) && !facts.hasPlan) return 'SetUpPaymentSchedule'
  if (!facts.hasSource) return 'AddPaymentMethod'
  if (needsIdentity(productType) && !facts.hasPassedIdentityCheck && !facts.isIdentityInReview)
    return 'VerifyYourIdentity'
  return facts.isIdentityInReview || facts.isPlanInReview ? 'ManualReview' : 'StepsCompleted'
}

/** Called after each change of a plan, a payment method, an identity check or a review, in its transaction. */
export async function advanceSetup(tx: Transaction, deps: LetterDeps, accountId: string): Promise<void> {
  const facts = await findSetupFacts(tx, accountId, datesIn(deps.clock()))
  if (!facts) return
  const next = nextSetupStatus(facts)
  if (next === facts.setupStatus) return
  checkTransition('The set-up of an account', accountSetupTransitions, facts.setupStatus, next)
  if (next === 'StepsCompleted') await completeSetup(tx, deps, accountId)
  else await setSetupStatus(tx, accountId, next)
}

/** Activates the account and tells every member when the first payment is taken. */
export async function completeSetup(tx: Transaction, deps: LetterDeps, accountId: string): Promise<void> {
  const now = deps.clock()
  await completeAccount(tx, accountId, now)
  await recordAudit(tx, { subjectId: accountId, action: 'AccountActivated', at: now })
  const next = await findNextPayment(tx, { accountId, now })
  await writeToMembers(tx, deps, accountId, (member) => ({
    kind: 'AccountActive',
    facts: {
      ...member,
      firstCollection: next ? { amount: next.total, on: next.on } : null,
      portalUrl: deps.config.portalOrigin,
    },
  }))
}

/** How long the portal shows the success message, unless the first payment comes before. */
const congratulationsMs = 7 * 24 * 60 * 60_000

export async function finishSetups(deps: WorkDeps): Promise<number> {
  const now = deps.clock()
  const completedBefore = new Date(now.getTime() - congratulationsMs)
  return workThrough<string>(deps, {
    name: 'finish-setups',
    itemOf: (accountId) => ({ item: accountId, accountId }),
    atOnce: 1000,
    claim: (tx, turn) => claimCompleted(tx, { today: datesIn(now), completedBefore }, turn),
    process: (tx, accountIds) => finishCompleted(tx, accountIds),
  })
}
