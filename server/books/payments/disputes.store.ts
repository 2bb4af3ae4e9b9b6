import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { DisputeStatus } from '#domain/disputes.ts'
import type { Cents } from '#domain/money.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import type { PaymentRow } from './payments.store.ts'

/**
 * For use in a statement about an `instalment`: the bank has yet to decide about the payment that was to pay it. Nobody is
 * asked for the amount until then.
 */
export const isInstalmentDisputed = sql`exists (
  select from dispute where dispute.account_id = instalment.account_id and dispute.payment_id = instalment.payment_id
    and dispute.status = 'Open')`

/** The same of a payment `request` that was paid by its link. A request for arrears leaves out what is disputed. */
export const isRequestDisputed = sql`(not request.is_arrears and exists (
  select from payment disputed join dispute
    on dispute.account_id = disputed.account_id and dispute.payment_id = disputed.id
  where disputed.account_id = request.account_id and disputed.payment_request_id = request.id
    and dispute.status = 'Open'))`

/** For use in a statement: what of an account's payments is disputed and undecided, by what the family's balance is lower. */
export function openDisputesOf(accountId: Statement): Statement {
  return sql`
    coalesce((
      select json_agg(json_build_object('amount', 0 - taken.amount_minor, 'paidOn', payment.paid_on,
        'since', taken.posted_on, 'method', coalesce(source.display_name, payment.method_name))
        order by taken.posted_on, dispute.id)
      from dispute
        join payment on payment.account_id = dispute.account_id and payment.id = dispute.payment_id
        join family_transaction taken on taken.account_id = dispute.account_id and taken.cause_id = dispute.id
          and taken.kind = 'Dispute'
        left join repayment_source source
          on source.account_id = payment.account_id and source.id = payment.source_id
      where dispute.account_id = ${accountId} and dispute.status = 'Open'
    ), '[]')`
}

export type DisputeRow = { id: string; amount: Cents; status: DisputeStatus }

export async function findDispute(db: Db, providerDisputeId: string): Promise<DisputeRow | undefined> {
  return db.first<DisputeRow>(sql`
    select id, amount_minor as amount, status from dispute where provider_dispute_id = ${providerDisputeId}`)
}

type Standing = { id: string; status: DisputeStatus; now: Date }

const closedAt = ({ status, now }: Standing) => (status === 'Open' || status === 'Inquiry' ? null : now)

export async function insertDispute(
  tx: Transaction,
  { accountId, id: paymentId }: PaymentRow,
  dispute: Standing & { providerDisputeId: string; amount: Cents },
): Promise<void> {
  await tx.run(sql`
    insert into dispute (account_id, id, payment_id, provider_dispute_id, amount_minor, status, created_at, closed_at)
    values (${accountId}, ${dispute.id}, ${paymentId}, ${dispute.providerDisputeId}, ${dispute.amount},
      ${dispute.status}, ${dispute.now}, ${closedAt(dispute)})`)
}

export async function setDisputeStatus(
  tx: Transaction,
  { accountId }: PaymentRow,
  dispute: Standing,
): Promise<void> {
  await tx.run(sql`
    update dispute set status = ${dispute.status}, closed_at = ${closedAt(dispute)}
    where account_id = ${accountId} and id = ${dispute.id}`)
}

/** What the provider says of a dispute besides its state. */
export type DisputeDetails = {
  reason: string
  /** Null where it cannot be answered. */
  evidenceDueAt: Date | null
  isEvidenceSent: boolean
  fee: Cents
  chargeId: string
}

/** Keeps them, and with them what has become of our answer: its reply may have been lost. */
export async function setDisputeDetails(
  tx: Transaction,
  { accountId }: PaymentRow,
  { id, status, details, now }: Standing & { details: DisputeDetails },
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
 * What a school asked for outside of a plan can be paid again by its link, also where its last day has passed since. An
 * instalment is asked for by a new request.
 */
export async function reopenRequest(
  tx: Transaction,
  { accountId, requestId }: PaymentRow,
  until: Date,
): Promise<void> {
  await tx.run(sql`
    update payment_request set expires_at = greatest(expires_at, ${until}),
      status = case when status <> 'Expired' then status when amount_paid_minor > 0 then 'PartPaid' else 'Open' end
    where account_id = ${accountId} and id = ${requestId} and plan_id is null and not is_arrears
      and status <> 'Cancelled'`)
}

/**
 * What the family owes again because of a dispute that it is about to lose, and since when it was due: of the instalment or
 * the request that the payment was for, of what it had covered, or of the balance. Nothing where that was paid another way.
 */
export async function findStillOwed(
  tx: Transaction,
  payment: PaymentRow,
): Promise<{ owing: Cents; dueOn: CalendarDate | null }> {
  const row = await tx.first<{ owing: Cents; dueOn: CalendarDate | null }>(sql`
    select coalesce(
        case when instalment.status = 'Paid' and instalment.payment_id <> payment.id then 0
          when instalment.plan_id is not null then least(instalment.amount_minor - instalment.covered_minor, payment.amount_minor) end,
        case when request.status in ('Open', 'PartPaid')
          then greatest(request.amount_due_minor - request.amount_paid_minor - request.amount_pending_minor, 0) end,
        covered.owing,
        least(payment.amount_minor, greatest(0 - coalesce(balance.balance_minor, 0), 0)))::bigint as owing,
      coalesce(instalment.due_on, request.due_on, covered.due_on) as "dueOn"
    from payment
      left join instalment on instalment.account_id = payment.account_id and instalment.plan_id = payment.plan_id
        and instalment.seq = payment.instalment_seq
      left join payment_request request on request.account_id = payment.account_id
        and request.id = payment.payment_request_id and not request.is_arrears
      left join family_balance balance on balance.account_id = payment.account_id
      cross join lateral (
        select sum(own.amount_minor - own.covered_minor) as owing, min(own.due_on) as due_on from instalment own
        where own.account_id = payment.account_id and own.payment_id = payment.id and own.status = 'Overdue'
      ) covered
    where payment.account_id = ${payment.accountId} and payment.id = ${payment.id}`)
  if (!row) throw new Error('A payment has vanished')
  return row
}
