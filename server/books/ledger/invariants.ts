import { brokenAuditSeals } from '../../people/audit/audit-chain.ts'
import type { Database, Db } from '../../platform/database/open.ts'
import {
  insertCheck,
  insertSeal,
  listAccountIds,
  listRemittanceIds,
  listSealsToCheck,
  lockSeals,
  readDigest,
  readSealableSeq,
  violationsOfAccounts,
  violationsOfCredit,
  violationsOfRemittances,
  violationsOfSchools,
  violationsOverall,
  type Violation,
} from './invariants.store.ts'
import { compareWithProvider } from './provider-comparison.ts'

const atOnce = 500
/** The ledger account for money that belongs to no family. */
export const companyAccountId = '00000000-0000-0000-0000-000000000000'

/**
 * Checks every invariant of the ledger and of the audit trail and returns the violations. With the provider's list of
 * charges it also checks that ours and theirs match; with a head of the audit trail that was kept elsewhere, that the
 * trail still contains it. A full check compares every seal of the ledger instead of the new ones and a part of the others.
 */
export async function checkLedger(
  db: Db,
  {
    now,
    provider,
    auditHead,
    isFull = false,
  }: {
    now: Date
    provider?: Parameters<typeof compareWithProvider>[1]
    auditHead?: string
    isFull?: boolean
  },
): Promise<Violation[]> {
  const found = [
    ...(await violationsOfAccounts(db, [companyAccountId])),
    ...(await violationsOverall(db, now)),
    ...(await violationsOfSchools(db)),
  ]
  for (let after = companyAccountId; ;) {
    const ids = await listAccountIds(db, after, atOnce)
    found.push(...(await violationsOfAccounts(db, ids)), ...(await violationsOfCredit(db, ids)))
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
  }
  for (let after = companyAccountId; ;) {
    const ids = await listRemittanceIds(db, after, atOnce)
    found.push(...(await violationsOfRemittances(db, ids)))
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
  }
  found.push(...(await brokenSeals(db, now, { areAll: isFull })), ...(await brokenAuditSeals(db, auditHead)))
  if (provider) found.push(...(await compareWithProvider(db, provider)))
  return found
}

const dayMs = 24 * 60 * 60_000
/** A nightly check compares each old seal once within so many days: all of them take longer every night. */
const sealParts = 28

/** Checks that the sealed ranges of the ledger still have the same digest. */
async function brokenSeals(db: Db, now: Date, { areAll }: { areAll: boolean }): Promise<Violation[]> {
  const day = Math.floor(now.getTime() / dayMs)
  const seals = await listSealsToCheck(db, { parts: areAll ? 1 : sealParts, day })
  const broken: Violation[] = []
  for (const { digest, ...range } of seals) {
    if ((await readDigest(db, range)) !== digest) {
      const subject = `entries ${range.after + 1} to ${range.lastSeq}`
      broken.push({ invariant: 'I8 entries are only ever added', subject })
    }
  }
  return broken
}

const settledAfterMs = 10 * 60_000
/** So many are read within a second: a seal must not meet the database's time limit after a busy day. */
const mostEntriesOfASeal = 100_000

/** Stores digests of the entries since the last seal, so that a later check can see whether they were changed. */
export async function sealLedger(
  db: Database,
  now: Date,
  entriesOfASeal = mostEntriesOfASeal,
): Promise<void> {
  await db.transaction(async (tx) => {
    let after = await lockSeals(tx)
    const end = await readSealableSeq(tx, new Date(now.getTime() - settledAfterMs))
    while (after < end) {
      const lastSeq = Math.min(after + entriesOfASeal, end)
      await insertSeal(tx, { lastSeq, digest: await readDigest(tx, { after, lastSeq }), at: now })
      after = lastSeq
    }
  })
}

/**
 * Remembers what a check found, for monitoring. What only waits for too long (I9) is not counted: it has figures of its
 * own, and no book is wrong.
 */
export async function recordCheck(db: Db, at: Date, violations: readonly Violation[]): Promise<void> {
  const inTheBooks = violations.filter(({ invariant }) => !invariant.startsWith('I9 '))
  await insertCheck(db, { at, violations: inTheBooks.length })
}
