import type { Db } from '../../platform/database/open.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import {
  checkAuditSeals,
  endOfAuditEvents,
  hasAuditDigest,
  hasAuditEvent,
  insertAuditSeal,
  lastAuditSeal,
  lastAuditSeq,
  lockAuditSeals,
} from './audit-chain.store.ts'

/** Longer than any transaction that writes an event. */
const settledAfterMs = 10 * 60_000
const mostEventsOfASeal = 10_000
const sealsAtOnce = 50

/**
 * Chains the events that the last run saw. All transactions of that time have ended by now, so no event can appear
 * among them any more, and no writer of events has to wait. Returns how many seals were added.
 */
export async function sealAuditTrail(
  { db, clock }: BasicDeps,
  eventsOfASeal = mostEventsOfASeal,
): Promise<number> {
  const at = clock()
  return db.transaction(async (tx) => {
    await lockAuditSeals(tx)
    let last = await lastAuditSeal(tx)
    if (last && last.sealedAt.getTime() > at.getTime() - settledAfterMs) return 0
    const seenSeq = await lastAuditSeq(tx)
    if (last && last.seenSeq === seenSeq && last.lastSeq === seenSeq) return 0
    const settled = last?.seenSeq ?? 0
    const first = (last?.number ?? -1) + 1
    for (;;) {
      const after = last?.lastSeq ?? 0
      const end = await endOfAuditEvents(tx, { after, upTo: settled, limit: eventsOfASeal })
      // A seal without events is added too: it records which events the next run has to cover.
      if (end === undefined && last && last.number >= first) break
      last = await insertAuditSeal(tx, last, { lastSeq: end ?? after, seenSeq, at })
    }
    return last.number - first + 1
  })
}

/** The hash of the last seal. Stored elsewhere, it proves later that nothing before it was changed or cut off. */
export async function auditHead(db: Db): Promise<string | undefined> {
  return (await lastAuditSeal(db))?.digest
}

const invariant = 'I13 audit events are only ever added'

/**
 * Lists the seals that no longer match the audit trail. With a head that was stored elsewhere, also checks that the
 * chain still contains it.
 */
export async function brokenAuditSeals(db: Db, head?: string) {
  const broken: { invariant: string; subject: string }[] = []
  for (let after = -1; ;) {
    const seals = await checkAuditSeals(db, after, sealsAtOnce)
    for (const { number, isBroken } of seals)
      if (isBroken) broken.push({ invariant, subject: `seal ${number}` })
    const last = seals.at(-1)
    if (last === undefined) break
    after = last.number
  }
  const last = await lastAuditSeal(db)
  if (last && last.seenSeq > 0 && !(await hasAuditEvent(db, last.seenSeq)))
    broken.push({ invariant, subject: `events seen by seal ${last.number}` })
  if (head !== undefined && !(await hasAuditDigest(db, head))) broken.push({ invariant, subject: head })
  return broken
}
