import { brokenAuditSeals } from '../../people/audit/audit-chain.ts'
import type { Db } from '../../platform/database/open.ts'
import {
  insertCheck,
  insertSeal,
  listAccountIds,
  listPaymentsToMatch,
  listSeals,
  readDigest,
  readSealableSeq,
  violationsOfAccounts,
  violationsOfCredit,
  violationsOverall,
  type Violation,
} from './invariants.store.ts'

/** A charge as the payment provider lists it. */
export type ProviderCharge = {
  paymentIntent: string
  amount: number
  currency: string
  hasSucceeded: boolean
  isRefunded?: boolean
}

const accountsAtOnce = 500
/** The ledger account for money that belongs to no family. */
export const companyAccountId = '00000000-0000-0000-0000-000000000000'

/**
 * Checks every invariant of the ledger and of the audit trail and returns the violations. With the provider's list of
 * charges it also checks that ours and theirs match; with a head of the audit trail that was kept elsewhere, that the
 * trail still contains it.
 */
export async function checkLedger(
  db: Db,
  { now, charges, auditHead }: { now: Date; charges?: readonly ProviderCharge[]; auditHead?: string },
): Promise<Violation[]> {
  const found = [
    ...(await violationsOfAccounts(db, [companyAccountId])),
    ...(await violationsOverall(db, now)),
  ]
  for (let after = companyAccountId; ;) {
    const ids = await listAccountIds(db, after, accountsAtOnce)
    found.push(...(await violationsOfAccounts(db, ids)), ...(await violationsOfCredit(db, ids)))
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
  }
  found.push(...(await brokenSeals(db)), ...(await brokenAuditSeals(db, auditHead)))
  if (charges) found.push(...matchCharges(await listPaymentsToMatch(db), charges))
  return found
}

/** Checks that every sealed part of the ledger still has the same digest. */
async function brokenSeals(db: Db): Promise<Violation[]> {
  const seals = await listSeals(db)
  const broken: Violation[] = []
  for (const { lastSeq, digest } of seals) {
    if ((await readDigest(db, lastSeq)) !== digest) {
      broken.push({ invariant: 'I8 entries are only ever added', subject: `up to entry ${lastSeq}` })
    }
  }
  return broken
}

const settledAfterMs = 10 * 60_000

/** Stores a digest of the ledger up to now, so that a later check can see whether its past was changed. */
export async function sealLedger(db: Db, now: Date): Promise<void> {
  const lastSeq = await readSealableSeq(db, new Date(now.getTime() - settledAfterMs))
  if (lastSeq === 0) return
  await insertSeal(db, { lastSeq, digest: await readDigest(db, lastSeq), at: now })
}

/**
 * Remembers what a check found, for monitoring. What only waits for too long (I9) is not counted: it has figures of its
 * own, and no book is wrong.
 */
export async function recordCheck(db: Db, at: Date, violations: readonly Violation[]): Promise<void> {
  const inTheBooks = violations.filter(({ invariant }) => !invariant.startsWith('I9 '))
  await insertCheck(db, { at, violations: inTheBooks.length })
}

export function matchCharges(
  payments: readonly Awaited<ReturnType<typeof listPaymentsToMatch>>[number][],
  charges: readonly ProviderCharge[],
): Violation[] {
  const taken = charges.filter(({ hasSucceeded }) => hasSucceeded)
  const chargesOf = Map.groupBy(taken, ({ paymentIntent }) => paymentIntent)
  const ours = new Set(payments.map(({ providerPaymentId }) => providerPaymentId))
  const unmatched = payments
    .filter(({ hasSucceeded, providerPaymentId, total, currency }) => {
      if (!hasSucceeded) return false
      const [charge, ...more] = chargesOf.get(providerPaymentId ?? '') ?? []
      return (
        !charge || more.length > 0 || charge.amount !== total || charge.currency !== currency.toLowerCase()
      )
    })
    .map(({ id }) => ({ invariant: 'I4 a payment that succeeded has one charge of its amount', subject: id }))
  const succeeded = new Set(
    payments.filter(({ hasSucceeded }) => hasSucceeded).map(({ providerPaymentId }) => providerPaymentId),
  )
  const foreign = taken
    // Money that was given back in full needs no payment: so a charge is settled whose payment a restore has lost.
    .filter(({ paymentIntent, isRefunded }) =>
      ours.has(paymentIntent) ? !succeeded.has(paymentIntent) : !isRefunded,
    )
    .map(({ paymentIntent }) => ({
      invariant: 'I5 no charge is without its payment',
      subject: paymentIntent,
    }))
  return [...unmatched, ...foreign]
}
