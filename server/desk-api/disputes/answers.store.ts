import type { Region } from '#domain/region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'
import type { ComposedEvidence } from './compose-evidence.ts'

export type AnswerKey = { accountId: string; disputeId: string }

/** An answer with what is needed to send it. */
export type AnswerOrder = AnswerKey & {
  kind: 'Evidence' | 'Acceptance'
  status: 'Ordered' | 'Done' | 'Refused'
  sent: ComposedEvidence | null
  digest: string | null
  providerKey: string
  orderedAt: Date
  looks: number
  nextLookAt: Date | null
  paymentId: string
  providerDisputeId: string
  region: Region
}

export async function findAnswer(db: Db, { accountId, disputeId }: AnswerKey) {
  return db.first<AnswerOrder>(sql`
    select answer.account_id as "accountId", answer.dispute_id as "disputeId", answer.kind, answer.status, answer.sent,
      answer.digest, answer.provider_key as "providerKey", answer.ordered_at as "orderedAt", answer.looks,
      answer.next_look_at as "nextLookAt", dispute.payment_id as "paymentId",
      dispute.provider_dispute_id as "providerDisputeId", account.region
    from dispute_answer answer
      join dispute on dispute.account_id = answer.account_id and dispute.id = answer.dispute_id
      join account on account.id = answer.account_id
    where answer.account_id = ${accountId} and answer.dispute_id = ${disputeId}`)
}

/** Inserts an answer, replacing one that the provider has refused. */
export async function insertAnswer(
  tx: Transaction,
  answer: AnswerKey & {
    kind: AnswerOrder['kind']
    sent: ComposedEvidence | null
    digest: string | null
    providerKey: string
    orderedBy: string
    reason: string
    now: Date
    nextLookAt: Date
  },
): Promise<void> {
  const { accountId, disputeId } = answer
  await tx.run(sql`
    delete from dispute_answer
    where account_id = ${accountId} and dispute_id = ${disputeId} and status = 'Refused'`)
  await tx.run(sql`
    insert into dispute_answer (account_id, dispute_id, kind, status, sent, digest, provider_key, ordered_by, reason,
      ordered_at, next_look_at)
    values (${accountId}, ${disputeId}, ${answer.kind}, 'Ordered',
      ${answer.sent === null ? null : JSON.stringify(answer.sent)}, ${answer.digest}, ${answer.providerKey},
      ${answer.orderedBy}, ${answer.reason}, ${answer.now}, ${answer.nextLookAt})`)
}

export async function refuseAnswer(
  db: Db,
  { accountId, disputeId }: AnswerKey,
  refusal: string,
): Promise<void> {
  await db.run(sql`
    update dispute_answer set status = 'Refused', refusal = ${refusal}, next_look_at = null
    where account_id = ${accountId} and dispute_id = ${disputeId} and status = 'Ordered'`)
}

export async function listDueAnswers(db: Db, turn: Turn): Promise<AnswerKey[]> {
  return db.many<AnswerKey>(sql`
    select account_id as "accountId", dispute_id as "disputeId" from dispute_answer
    where next_look_at <= ${turn.now} and ${isFree(turn, sql`dispute_id::text`)}
    order by next_look_at limit ${turn.limit}`)
}

/** Claims the next check of an answer for one process. */
export async function claimAnswer(
  db: Db,
  { accountId, disputeId, looks }: AnswerOrder,
  claim: { now: Date; nextLookAt: Date | null },
): Promise<boolean> {
  const claimed = await db.run(sql`
    update dispute_answer set looks = looks + 1, next_look_at = ${claim.nextLookAt}
    where account_id = ${accountId} and dispute_id = ${disputeId} and looks = ${looks}
      and next_look_at <= ${claim.now}`)
  return claimed === 1
}

/** A check that failed for a reason of ours does not count: it is due again. */
export async function repeatAnswerCheck(
  db: Db,
  { accountId, disputeId }: AnswerKey,
  now: Date,
): Promise<void> {
  await db.run(sql`
    update dispute_answer set next_look_at = ${now}
    where account_id = ${accountId} and dispute_id = ${disputeId} and status = 'Ordered'`)
}
