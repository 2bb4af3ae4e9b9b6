import type { EvidencePart } from '#domain/dispute-evidence.ts'
import type { DisputeStatus } from '#domain/disputes.ts'
import type { Cents } from '#domain/money.ts'
import type { Currency, Region } from '#domain/region.ts'
import { familyNameOf } from '../../platform/database/family-name.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

export type DisputeInFull = {
  id: string
  paymentId: string
  accountId: string
  shortId: string
  familyName: string
  schoolName: string
  region: Region
  currency: Currency
  amount: Cents
  fee: Cents | null
  status: DisputeStatus
  reason: string | null
  openedAt: Date
  closedAt: Date | null
  evidenceDueAt: Date | null
  evidenceSentAt: Date | null
  providerDisputeId: string
  answer: {
    kind: 'Evidence' | 'Acceptance'
    status: 'Ordered' | 'Done' | 'Refused'
    by: string
    reason: string
    at: string
    refusal: string | null
  } | null
}

const disputes = (condition: Statement) => sql`
  select dispute.id, dispute.payment_id as "paymentId", dispute.account_id as "accountId",
    account.short_id as "shortId", institution.name as "schoolName", account.region, payment.currency,
    coalesce(${familyNameOf(sql`account.id`)}, '') as "familyName",
    dispute.amount_minor as amount, dispute.fee_minor as fee, dispute.status, dispute.reason,
    dispute.created_at as "openedAt", dispute.closed_at as "closedAt", dispute.evidence_due_at as "evidenceDueAt",
    dispute.evidence_sent_at as "evidenceSentAt", dispute.provider_dispute_id as "providerDisputeId",
    case when answer.kind is not null then json_build_object('kind', answer.kind, 'status', answer.status,
      'by', staff.name, 'reason', answer.reason, 'at', answer.ordered_at, 'refusal', answer.refusal) end as answer
  from dispute
    join account on account.id = dispute.account_id
    join payment on payment.account_id = dispute.account_id and payment.id = dispute.payment_id
    join institution on institution.id = payment.institution_id
    left join dispute_answer answer on answer.account_id = dispute.account_id and answer.dispute_id = dispute.id
    left join staff on staff.id = answer.ordered_by
  where ${condition}`

export async function findDisputeInFull(db: Db, id: string) {
  return db.first<DisputeInFull>(disputes(sql`dispute.id = ${id}`))
}

/** The latest dispute of a payment: a bank's inquiry may be followed by a dispute. */
export async function findDisputeOfPayment(db: Db, { accountId, id }: RowKey) {
  return db.first<DisputeInFull>(
    disputes(sql`dispute.account_id = ${accountId} and dispute.payment_id = ${id}
      order by dispute.created_at desc, dispute.id limit 1`),
  )
}

/** The dispute waits for our answer. */
const isWaiting = sql`dispute.status in ('Inquiry', 'Open') and dispute.evidence_sent_at is null
  and dispute.evidence_due_at is not null and (answer.kind is null or answer.status = 'Refused')`

export async function listDisputes(db: Db, { isAll, limit }: { isAll: boolean; limit: number }) {
  return isAll
    ? db.many<DisputeInFull>(disputes(sql`true order by dispute.created_at desc, dispute.id limit ${limit}`))
    : db.many<DisputeInFull>(
        disputes(sql`${isWaiting} order by dispute.evidence_due_at, dispute.id limit ${limit}`),
      )
}

export type DisputeKey = RowKey

export type Draft = { parts: EvidencePart[]; words: string; savedBy: string; savedAt: Date }

export async function findDraft(db: Db, { accountId, id }: DisputeKey): Promise<Draft | undefined> {
  return db.first<Draft>(sql`
    select parts, words, staff.name as "savedBy", saved_at as "savedAt"
    from dispute_draft join staff on staff.id = saved_by
    where account_id = ${accountId} and dispute_id = ${id}`)
}
