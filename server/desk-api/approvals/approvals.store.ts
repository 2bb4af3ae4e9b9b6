import type { ApprovalKind, ApprovalStatus } from '#domain/approvals.ts'
import type { Cents } from '#domain/money.ts'
import type { Currency } from '#domain/region.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** Locks the approval: the second of two concurrent decisions waits here and then finds it decided. */
export async function lockApproval(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`select from approval where id = ${id} for update`)
}

/** Returns false if the same approval is already open. */
export async function insertApproval(
  tx: Transaction,
  row: {
    id: string
    kind: ApprovalKind
    key: string
    payload: unknown
    contentHash: string
    accountId: string | null
    summary: string
    amount: Cents | null
    currency: Currency | null
    requestedBy: string
    reason: string
    now: Date
  },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into approval (id, kind, key, payload, content_hash, account_id, summary, amount_minor, currency,
      requested_by, reason, requested_at)
    values (${row.id}, ${row.kind}, ${row.key}, ${JSON.stringify(row.payload)}, ${row.contentHash}, ${row.accountId},
      ${row.summary}, ${row.amount}, ${row.currency}, ${row.requestedBy}, ${row.reason}, ${row.now})
    on conflict (kind, key) where status = 'Open' do nothing`)
  return inserted === 1
}

export async function markApproval(
  tx: Transaction,
  id: string,
  decision: { status: ApprovalStatus; decidedBy: string; reason: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    update approval set status = ${decision.status}, decided_by = ${decision.decidedBy},
      decision_reason = ${decision.reason}, decided_at = ${decision.now}
    where id = ${id}`)
}
