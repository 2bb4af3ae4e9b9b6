import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { ChildName } from '#domain/dispute-evidence.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

type SentMessage = { kind: string; channel: string; facts: unknown; recipient: string; sentAt: string }

/** The facts of a disputed payment. Timestamps are ISO strings, because they come as JSON. */
export type EvidenceFacts = {
  region: Region
  shortId: string
  school: string
  payment: {
    id: string
    amount: Cents
    surcharge: Cents
    basisPoints: number
    refunded: Cents
    paidOn: CalendarDate
    methodName: string | null
  }
  /** The longest-standing member of the account, and the first names of all. */
  payer: { firstName: string; lastName: string; email: string } | null
  payers: string[]
  children: ChildName[]
  consents: {
    kind: 'ProductSwitch' | 'DirectDebitAuthorisation'
    version: number
    givenAt: string
    by: string
    address: string | null
    text: string | null
  }[]
  plan: {
    tuitionYear: number
    savedAt: string
    instalments: { dueOn: CalendarDate; amount: Cents; status: string }[]
  } | null
  notice: SentMessage | null
  receipt: SentMessage | null
  /** Earlier successful payments from the same card or bank account. */
  earlier: { paidOn: CalendarDate; amount: Cents; isDisputed: boolean }[]
  /** Log-ins up to the dispute, so that the evidence does not change later. Newest first. */
  logIns: { at: string; by: string; isByLink: boolean }[]
  messages: SentMessage[]
}

const maxLines = 200

const message = sql`json_build_object('kind', message.kind, 'channel', message.channel, 'facts', message.facts,
  'recipient', message.recipient, 'sentAt', message.sent_at)`

export async function findEvidenceFacts(
  db: Db,
  { accountId, disputeId }: { accountId: string; disputeId: string },
) {
  return db.value<EvidenceFacts | undefined>(sql`
    select json_build_object(
      'region', account.region, 'shortId', account.short_id, 'school', institution.name,
      'payment', json_build_object('id', payment.id, 'amount', payment.amount_minor,
        'surcharge', payment.surcharge_minor, 'basisPoints', payment.surcharge_basis_points,
        'refunded', payment.refunded_minor, 'paidOn', payment.paid_on,
        'methodName', coalesce(source.display_name, payment.method_name)),
      'payer', (
        select json_build_object('firstName', customer.first_name, 'lastName', customer.last_name,
          'email', customer.email)
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id order by customer.created_at, customer.id limit 1),
      'payers', array(
        select customer.first_name from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id order by customer.first_name),
      'children', (
        select coalesce(json_agg(json_build_object('firstName', first_name, 'lastName', last_name)
          order by first_name, last_name, id), '[]')
        from student where student.account_id = account.id),
      'consents', (
        select coalesce(json_agg(json_build_object('kind', consent.kind, 'version', consent.text_version,
          'givenAt', consent.given_at, 'by', customer.first_name || ' ' || customer.last_name,
          'address', consent.ip, 'text', agreement_text.body) order by consent.given_at desc, consent.id), '[]')
        from consent
          join customer on customer.id = consent.given_by
          left join agreement_text on agreement_text.kind = consent.kind
            and agreement_text.version = consent.text_version
        where consent.account_id = account.id and consent.agreed and consent.given_at <= payment.created_at
          and (consent.kind = 'ProductSwitch'
            or consent.kind = 'DirectDebitAuthorisation' and consent.subject_id = payment.source_id)),
      'plan', (
        select json_build_object('tuitionYear', plan.tuition_year, 'savedAt', version.saved_at, 'instalments', (
          select coalesce(json_agg(json_build_object('dueOn', due_on, 'amount', amount_minor, 'status', status)
            order by due_on, seq), '[]')
          from instalment where instalment.account_id = plan.account_id and instalment.plan_id = plan.id
            and instalment.status <> 'Cancelled'))
        from plan join plan_version version on version.account_id = plan.account_id
          and version.plan_id = plan.id and version.version = plan.version
        where plan.account_id = account.id and plan.id = payment.plan_id),
      'notice', (
        select ${message} from outbox_message message
        where message.account_id = account.id and message.kind = 'UpcomingDebit' and message.status = 'Sent'
          and message.facts ->> 'collectOn' = instalment.collect_on::text
        order by message.sent_at desc limit 1),
      'receipt', (
        select ${message} from outbox_message message
        where message.account_id = account.id and message.kind = 'Receipt' and message.status = 'Sent'
          and message.facts ->> 'paymentId' = payment.id::text
        order by message.sent_at limit 1),
      'earlier', (
        select coalesce(json_agg(json_build_object('paidOn', before.paid_on,
          'amount', before.amount_minor + before.surcharge_minor, 'isDisputed', before.disputed_minor > 0)
          order by before.paid_on, before.id), '[]')
        from payment before
        where before.account_id = account.id and before.source_id = payment.source_id
          and before.status in ('Succeeded', 'Refunded', 'Disputed') and before.created_at < payment.created_at),
      'logIns', (
        select coalesce(json_agg(json_build_object('at', log_in.at, 'by', log_in.name, 'isByLink', log_in.is_by_link)
          order by log_in.at desc), '[]')
        from (
          select event.at, customer.first_name || ' ' || customer.last_name as name,
            event.action = 'LoggedInWithLink' as is_by_link
          from account_member join customer on customer.id = account_member.customer_id
            join audit_event event on event.subject_id = customer.id
          where account_member.account_id = account.id and event.impersonator_email is null
            and event.action in ('LoggedInWithCode', 'LoggedInWithLink') and event.at <= dispute.created_at
          order by event.at desc limit ${maxLines}) log_in),
      'messages', (
        select coalesce(json_agg(told.message order by told.sent_at desc), '[]')
        from (
          select ${message} as message, message.sent_at from outbox_message message
          where message.account_id = account.id and message.status = 'Sent' and not message.is_secret
            and message.kind is not null and message.sent_at <= dispute.created_at
          order by message.sent_at desc limit ${maxLines}) told)
    ) as facts
    from dispute
      join payment on payment.account_id = dispute.account_id and payment.id = dispute.payment_id
      join account on account.id = dispute.account_id
      join institution on institution.id = payment.institution_id
      left join instalment on instalment.account_id = payment.account_id and instalment.plan_id = payment.plan_id
        and instalment.seq = payment.instalment_seq
      left join repayment_source source on source.account_id = payment.account_id and source.id = payment.source_id
    where dispute.account_id = ${accountId} and dispute.id = ${disputeId}`)
}
