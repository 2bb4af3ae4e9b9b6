import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { DisputeStatus } from '#domain/disputes.ts'
import type { DisputeDetails } from '../../platform/providers/stripe/returns.ts'
import type { Cents } from '#domain/money.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { PaymentRow } from './payments.reads.ts'

export type DisputeRow = {
  id: string
  amount: Cents
  /** What was taken of the payment. The rest is our loss. */
  ofPayment: Cents
  status: DisputeStatus
}

export async function findDispute(db: Db, providerDisputeId: string) {
  return db.first<DisputeRow>(sql`
    select id, amount_minor as amount, amount_minor - loss_minor as "ofPayment", status from dispute
    where provider_dispute_id = ${providerDisputeId}`)
}

type DisputeState = { id: string; status: DisputeStatus; now: Date }

const closedAt = ({ status, now }: DisputeState) => (status === 'Open' || status === 'Inquiry' ? null : now)

export async function insertDispute(
  tx: Transaction,
  { accountId, id: paymentId }: PaymentRow,
  dispute: DisputeRow & DisputeState & { providerDisputeId: string },
): Promise<void> {
  await tx.run(sql`
    insert into dispute (account_id, id, payment_id, provider_dispute_id, amount_minor, loss_minor, status, created_at,
      closed_at)
    values (${accountId}, ${dispute.id}, ${paymentId}, ${dispute.providerDisputeId}, ${dispute.amount},
      ${dispute.amount - dispute.ofPayment}, ${dispute.status}, ${dispute.now}, ${closedAt(dispute)})`)
}

export async function setDisputeStatus(
  tx: Transaction,
  { accountId }: PaymentRow,
  dispute: DisputeRow & DisputeState,
): Promise<void> {
  await tx.run(sql`
    update dispute set status = ${dispute.status}, loss_minor = ${dispute.amount - dispute.ofPayment}, closed_at = ${closedAt(dispute)}
    where account_id = ${accountId} and id = ${dispute.id}`)
}

/**
 * Stores the details, and with them the state of our response to the dispute: the reply to sending it may have been
 * lost.
 */
export async function setDisputeDetails(
  tx: Transaction,
  { accountId }: PaymentRow,
  { id, status, details, now }: DisputeState & { details: DisputeDetails },
): Promise<void> {
  await tx.run(sql`
    update dispute set reason = ${details.reason}, evidence_due_at = ${details.evidenceDueAt},
      fee_minor = ${details.fee}, provider_charge_id = ${details.chargeId},
      evidence_sent_at = coalesce(evidence_sent_at, case when ${details.isEvidenceSent}::boolean then ${now}::timestamptz end)
    where account_id = ${accountId} and id = ${id}`)
  await tx.run(sql`
    update dispute_answer set status = 'Done', done_at = ${now}, next_look_at = null
    where account_id = ${accountId} and dispute_id = ${id} and status = 'Ordered'
      and case kind when 'Evidence' then ${details.isEvidenceSent}::boolean else ${status === 'Lost'}::boolean end`)
  const isOver = closedAt({ id, status, now }) !== null
  if (isOver)
    await tx.run(sql`delete from dispute_draft where account_id = ${accountId} and dispute_id = ${id}`)
}

/**
 * Lets a request that a school made outside of a plan be paid again by its link, even past its last day. An instalment
 * is requested by a new request.
 */
export async function reopenRequest(
  tx: Transaction,
  { accountId, requestId }: PaymentRow,
  until: Date,
): Promise<void> {
  await tx.run(sql`
    update payment_request set expires_at = greatest(expires_at, ${until}),
      status = case when status <> 'Expired' then status when amount_paid_minor > 0 then 'PartPaid' else 'Open' end
    where account_id = ${accountId} and id = ${requestId} and not is_arrears and status <> 'Cancelled'`)
}

/**
 * The amount that the family owes again because of a dispute that it has lost, and since when that was due: what the
 * payment paid, and nothing that was paid another way since; or, of a payment that paid for nothing, the balance.
 */
export async function findStillOwed(tx: Transaction, { accountId, id }: PaymentRow, disputeId: string) {
  const row = await tx.first<{ owing: Cents; dueOn: CalendarDate | null }>(sql`
    select coalesce(owed.owing, least(payment.amount_minor,
        greatest(0 - coalesce(balance.balance_minor, 0), 0)))::bigint as owing, owed.due_on as "dueOn"
    from payment
      left join family_balance balance on balance.account_id = payment.account_id
      cross join lateral (
        select sum(least(returned.amount_minor, charge.open_minor)) as owing, min(charge.due_on) as due_on
        from returned_cover returned join charge on charge.account_id = returned.account_id
          and charge.id = returned.charge_id
        where returned.account_id = payment.account_id and returned.cause_id = ${disputeId}
      ) owed
    where payment.account_id = ${accountId} and payment.id = ${id}`)
  if (!row) throw new Error('A payment has vanished')
  return row
}
