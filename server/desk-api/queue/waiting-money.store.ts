import { keepsArrangement } from '../../books/arrears/arrears.reads.ts'
import { inZoneOf } from '../../platform/database/by-region.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { isOnHold } from '../../people/holds/holds.reads.ts'
import type { WaitingAt } from './waiting-row.ts'

/** An open request for arrears, with no payment under way and no arrangement. */
const isChased = sql`request.is_arrears and request.is_open
  and request.amount_pending_minor = 0 and not ${isOnHold(sql`request.account_id`)}
  and not ${keepsArrangement(sql`request.account_id`)}`

/** Money whose family, payment or outcome is unknown, and arrears. */
export function waitingMoney({ arrearsBefore }: WaitingAt): Statement {
  return sql`
    select 'Deposit', biller_code || '/' || bank_reference, null::uuid, null::uuid, created_at, null::date,
      null::timestamptz, null::uuid, null, biller_code || '/' || bank_reference, amount_minor,
      'BPAY reference ' || reference || ', received on ' || received_on, null, null::int, null::int
    from deposit where account_id is null
    union all
    -- One for each account, until somebody of us has acted since it failed. Then reminders go on by themselves.
    select 'Debit', request.id, request.account_id, request.institution_id, failed.at, null, null, null, null, null,
      request.open_minor, 'due on ' || failed.due_on || ', tried ' || failed.tries ||
        case failed.tries when 1 then ' time' else ' times' end || ', no tries left', failed.code, failed.tries, null
    from payment_request request
      cross join lateral (
        select max(payment.created_at) as at, count(*)::int as tries, min(instalment.due_on) as due_on,
          (array_agg(payment.failure_code order by payment.created_at desc))[1] as code
        from instalment join payment on payment.account_id = instalment.account_id
          and payment.plan_id = instalment.plan_id and payment.instalment_seq = instalment.seq
        where instalment.account_id = request.account_id and instalment.payment_request_id = request.id
          and instalment.status = 'Overdue' and payment.kind = 'Instalment' and payment.status = 'Failed'
        group by instalment.plan_id, instalment.seq
        order by 1 desc limit 1) failed
    where ${isChased} and request.created_at > ${arrearsBefore} and not exists (
      select from audit_event action where action.subject_id = request.account_id and action.at > failed.at
        and action.actor_kind = 'Staff' and action.details ? 'reason')
    union all
    -- One for each account, once all reminders are sent.
    select 'Arrears', request.id, request.account_id, request.institution_id, request.created_at, null, null, null, null,
      null, request.open_minor, owed.parts || case owed.parts when 1 then ' payment'
        else ' payments' end || ' overdue, the oldest since ' || request.due_on || '; ' || request.reminders ||
        case request.reminders when 1 then ' reminder' else ' reminders' end ||
        coalesce(', the last on ' || (select ${inZoneOf(sql`request.reminded_at`)}::date
          from account where account.id = request.account_id), ''), null, owed.parts::int, null
    from payment_request request
      cross join lateral (
        select count(*) as parts from instalment where instalment.account_id = request.account_id
          and instalment.payment_request_id = request.id and instalment.status = 'Overdue') owed
    where ${isChased} and request.created_at <= ${arrearsBefore}
    union all
    select 'Payment', payment.id::text, account_id, institution_id, created_at, null, null, null, null, payment.id::text,
      amount_minor + surcharge_minor,
      'nobody knows whether it was taken: ' || coalesce(provider_payment_id, provider_key, ''), null, null, null
    from payment where next_look_at is null and status in ('Created', 'Sent', 'Unknown')
    union all
    select 'Refund', id::text, account_id, null, created_at, null, null, null, null, payment_id::text, amount_minor,
      'nobody knows whether it was sent: ' || provider_key, null, null, null
    from refund_order where next_look_at is null and status in ('Ordered', 'Unknown')
    union all
    select 'Dispute', dispute.id::text, dispute.account_id, payment.institution_id, dispute.created_at, null,
      dispute.evidence_due_at, null, null, dispute.payment_id::text, dispute.amount_minor, case dispute.status when 'Inquiry'
        then 'the bank asks about a payment' else 'a payment is disputed' end || ': ' || dispute.provider_dispute_id,
      dispute.status, null, null
    from dispute join payment on payment.account_id = dispute.account_id and payment.id = dispute.payment_id
    where dispute.status in ('Inquiry', 'Open') and dispute.evidence_sent_at is null and not exists (
      select from dispute_answer answer where answer.account_id = dispute.account_id
        and answer.dispute_id = dispute.id and answer.status <> 'Refused')`
}
