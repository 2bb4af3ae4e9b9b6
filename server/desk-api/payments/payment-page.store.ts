import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Book, EntryKind } from '#domain/ledger.ts'
import type { Cents } from '#domain/money.ts'
import type { DeclineReason, PaymentStatus } from '#domain/payments.ts'
import type { RemittanceState } from '#domain/remittances.ts'
import type { InstalmentStatus } from '#domain/repayments.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

export async function findAccountOfPayment(db: Db, paymentId: string) {
  return db.value<string | undefined>(sql`
    select account_id as "accountId" from payment where id = ${paymentId}`)
}

export type TryRow = {
  id: string
  number: number
  status: PaymentStatus
  reason: DeclineReason | null
  sentAt: string
  answeredAt: string | null
  paidOn: CalendarDate | null
  fee: Cents
}

/** The facts that a payment's page needs besides the payment. Timestamps are ISO strings, because they come as JSON. */
export type PageFacts = {
  familyName: string | null
  chargeId: string | null
  offline: { manner: string; reference: string | null } | null
  /** The audit events of the payment. */
  events: { action: string; at: string; by: string | null; reason: string | null }[]
  instalment: {
    planId: string
    seq: number
    status: InstalmentStatus
    owing: Cents
    retryOn: CalendarDate | null
  } | null
  tries: TryRow[]
  /** The request by which the family pays it: its own, or the one for arrears. */
  request: { id: string; askedAt: string; amount: Cents; status: string; isArrears: boolean } | null
  remittances: {
    on: CalendarDate
    at: string
    schoolName: string
    total: Cents
    count: number
    state: RemittanceState
    paidOn: CalendarDate | null
  }[]
  refunds: { id: string; amount: Cents; status: string; by: string | null; at: string }[]
  entries: {
    id: string
    kind: EntryKind
    date: CalendarDate
    description: string | null
    amount: Cents
    balanceAfter: Cents
    postings: { book: Book; amount: Cents }[]
  }[]
  messages: {
    id: string
    kind: string
    channel: 'email' | 'sms'
    recipient: string
    status: 'Waiting' | 'Sent' | 'Expired' | 'Refused'
    facts: unknown
    at: string
  }[]
}

const tries = sql`
  select coalesce(json_agg(json_build_object('id', tried.id, 'number', tried.number, 'status', tried.status,
    'reason', tried.failure_code, 'sentAt', coalesce(tried.sent_at, tried.created_at),
    'answeredAt', tried.answered_at, 'paidOn', tried.paid_on,
    'fee', tried.fee) order by tried.created_at desc, tried.id), '[]')
  from (
    select other.*, row_number() over (order by other.created_at, other.id)::int as number,
      (select min(event.at) from audit_event event
        where event.subject_id = other.account_id and event.action in ('PaymentSucceeded', 'PaymentFailed')
          and event.details ->> 'paymentId' = other.id::text) as answered_at,
      (select coalesce(sum(0 - posting.amount_minor), 0)::bigint
        from ledger_entry fee join ledger_posting posting on posting.account_id = fee.account_id
          and posting.entry_id = fee.id and posting.book = 'Family'
        where fee.account_id = other.account_id and fee.kind = 'Fee' and fee.cause_id = other.id) as fee
    from payment other
    where other.account_id = payment.account_id and (other.id = payment.id
      or payment.plan_id is not null and other.plan_id = payment.plan_id
        and other.instalment_seq = payment.instalment_seq)
  ) tried`

const entries = sql`
  select coalesce(json_agg(json_build_object('id', entry.id, 'kind', entry.kind, 'date', entry.posted_on,
    'description', entry.description, 'amount', entry.amount, 'balanceAfter', (
      select coalesce(sum(before_posting.amount_minor), 0)::bigint
      from ledger_entry before_entry join ledger_posting before_posting
        on before_posting.account_id = before_entry.account_id and before_posting.entry_id = before_entry.id
        and before_posting.book = 'Family'
      where before_entry.account_id = entry.account_id and (before_entry.posted_on, before_entry.created_at,
        before_entry.seq) <= (entry.posted_on, entry.created_at, entry.seq)),
    'postings', (
      select json_agg(json_build_object('book', posting.book, 'amount', posting.amount_minor) order by posting.line)
      from ledger_posting posting
      where posting.account_id = entry.account_id and posting.entry_id = entry.id)
    ) order by entry.posted_on desc, entry.created_at desc, entry.seq desc), '[]')
  from (
    select caused.*, (select coalesce(sum(posting.amount_minor), 0)::bigint from ledger_posting posting
      where posting.account_id = caused.account_id and posting.entry_id = caused.id
        and posting.book = 'Family') as amount
    from ledger_entry caused
    where caused.account_id = payment.account_id and caused.cause_id in (
      select payment.id
      union all select refund.id from refund
        where refund.account_id = payment.account_id and refund.payment_id = payment.id
      union all select dispute.id from dispute
        where dispute.account_id = payment.account_id and dispute.payment_id = payment.id)
  ) entry`

/** Finds messages by the payment, its reference, its collection or the request for arrears in their facts. */
const messages = sql`
  select coalesce(json_agg(json_build_object('id', message.id, 'kind', message.kind, 'channel', message.channel,
    'recipient', message.recipient, 'status', message.status, 'facts', message.facts,
    'at', coalesce(message.sent_at, message.created_at)) order by message.created_at desc, message.id), '[]')
  from outbox_message message
  where message.account_id = payment.account_id and not message.is_secret and message.kind is not null
    and (message.facts ->> 'paymentId' = payment.id::text
      or message.facts ->> 'reference' = upper(left(payment.id::text, 8))
      or message.kind = 'UpcomingDebit' and message.facts ->> 'collectOn' = instalment.collect_on::text
      or message.facts ->> 'requestId' = request.id and message.created_at >= payment.created_at)`

export async function readPageFacts(db: Db, { accountId, id }: RowKey) {
  return db.value<PageFacts | undefined>(sql`
    select json_build_object(
      'familyName', (
        select customer.last_name from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = payment.account_id order by customer.created_at, customer.id limit 1),
      'chargeId', (
        select provider_charge_id from dispute
        where dispute.account_id = payment.account_id and dispute.payment_id = payment.id
        order by created_at desc limit 1),
      'offline', case when payment.offline_manner is not null then json_build_object(
        'manner', payment.offline_manner, 'reference', payment.offline_reference) end,
      'events', (
        select coalesce(json_agg(json_build_object('action', event.action, 'at', event.at,
          'by', coalesce(event.impersonator_email, staff.name, customer.first_name || ' ' || customer.last_name),
          'reason', event.details ->> 'reason') order by event.at, event.id), '[]')
        from audit_event event
          left join staff on event.actor_kind = 'Staff' and staff.id = event.actor_id
          left join customer on event.actor_kind = 'Customer' and customer.id = event.actor_id
        where event.subject_id = payment.account_id and event.details ->> 'paymentId' = payment.id::text
          and event.at >= payment.created_at),
      'instalment', case when instalment.seq is not null then json_build_object('planId', instalment.plan_id,
        'seq', instalment.seq, 'status', instalment.status, 'retryOn', instalment.retry_on,
        'owing', instalment.amount_minor - instalment.settled_minor - instalment.waived_minor) end,
      'tries', (${tries}),
      'request', case when request.id is not null then json_build_object('id', request.id,
        'askedAt', request.created_at, 'amount', request.amount_due_minor, 'status', request.status,
        'isArrears', request.is_arrears) end,
      'remittances', (
        select coalesce(json_agg(json_build_object('on', remitted_on, 'at', remittance.created_at,
          'schoolName', institution.name, 'total', amount_minor, 'count', payment_count, 'state', state,
          'paidOn', paid_on)
          order by remitted_on, institution.name, remittance.created_at), '[]')
        from remittance join institution on institution.id = remittance.institution_id where remittance.first_id in (
          select remittance_id from remittance_line line
          where line.account_id = payment.account_id and line.payment_id = payment.id)),
      'refunds', (
        select coalesce(json_agg(json_build_object('id', gone.id, 'amount', gone.amount_minor, 'status', gone.status,
          'by', gone.name, 'at', gone.created_at) order by gone.created_at desc, gone.id), '[]')
        from (
          select refund_order.id, amount_minor, refund_order.status, staff.name, refund_order.created_at
          from refund_order join staff on staff.id = refund_order.ordered_by
          where refund_order.account_id = payment.account_id and refund_order.payment_id = payment.id
          union all
          select refund.id, amount_minor, case refund.status when 'Succeeded' then 'Done' else 'Failed' end, null,
            refund.created_at
          from refund
          where refund.account_id = payment.account_id and refund.payment_id = payment.id and not exists (
            select from refund_order where refund_order.provider_refund_id = refund.provider_refund_id)
        ) gone),
      'entries', (${entries}),
      'messages', (${messages})
    ) as facts
    from payment
      left join instalment on instalment.account_id = payment.account_id and instalment.plan_id = payment.plan_id
        and instalment.seq = payment.instalment_seq
      left join payment_request request on request.account_id = payment.account_id
        and request.id = coalesce(payment.payment_request_id, instalment.payment_request_id)
    where payment.account_id = ${accountId} and payment.id = ${id}`)
}
