import type { AccountSetupStatus } from '#domain/accounts.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import {
  automaticChecksPerDay,
  type IdentityManner,
  type IdentityOutcome,
  type IdentityStep,
} from '#domain/identity.ts'
import type { Region } from '#domain/region.ts'
import type { ProductChangeStatus } from '#domain/switch-account.ts'

export type CheckSummary = { manner: IdentityManner; outcome: IdentityOutcome | null; createdAt: Date }

/** Decides whether somebody has to prove their identity, and how. */
export type IdentityFacts = {
  region: Region
  setupStatus: AccountSetupStatus
  productChangeStatus: ProductChangeStatus | null
  /** Staff have a copy to review. */
  isInReview: boolean
  /** Newest first. */
  checks: CheckSummary[]
}

/** Longer than any issuer's timeout. A check without an outcome after that has lost its process. */
export const lostAfterMs = 3 * 60_000

export const isLost = ({ manner, outcome, createdAt }: CheckSummary, now: Date) =>
  manner === 'Automatic' && outcome === null && createdAt.getTime() <= now.getTime() - lostAfterMs

/** Setting up an account and changing its product both require it. */
export function isIdentityRequired({
  setupStatus,
  productChangeStatus,
}: Pick<IdentityFacts, 'setupStatus' | 'productChangeStatus'>): boolean {
  return setupStatus === 'VerifyYourIdentity' || productChangeStatus === 'VerifyYourIdentity'
}

/** Automatic checks left for the family's local day. A running check counts like a finished one. */
export function checksLeft({ region, checks }: Pick<IdentityFacts, 'region' | 'checks'>, now: Date): number {
  const today = dateIn(region, now)
  const checksToday = checks.filter(
    ({ manner, createdAt }) => manner === 'Automatic' && dateIn(region, createdAt) === today,
  )
  return Math.max(0, automaticChecksPerDay - checksToday.length)
}

export function identityStep(facts: IdentityFacts, now: Date): IdentityStep {
  if (facts.isInReview) return 'InReview'
  if (!isIdentityRequired(facts)) return 'NotNeeded'
  const newest = facts.checks.find(({ manner }) => manner !== 'CreditBody')
  // If staff declined a copy, the next step is another copy.
  const hasFailed = newest?.outcome === 'Fail' || (newest !== undefined && isLost(newest, now))
  return hasFailed || checksLeft(facts, now) === 0 ? 'Upload' : 'Check'
}
