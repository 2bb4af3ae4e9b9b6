import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { DisputeStatus } from '#domain/disputes.ts'
import type { EntryKind } from '#domain/ledger.ts'
import type { Cents } from '#domain/money.ts'
import type { DeclineReason } from '#domain/payments.ts'
import type { RepaymentSourceType } from '#domain/payment-methods/payment-methods.ts'
import type { Region } from '#domain/region.ts'
import type { WithdrawalStatus } from '#domain/withdrawals.ts'
import type { PaymentBasics } from '../../books/payments/payments.reads.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'
import type { SchoolPayment } from './transactions.store.ts'

/** The payment that a transaction is, or is about. */
export type PaymentOfTransaction = Omit<PaymentBasics, 'createdAt'> & {
  /** Why it failed. */
  reason: DeclineReason | null
  basisPoints: number
  createdAt: string
  collectOn: CalendarDate | null
  school: string
  methodType: RepaymentSourceType | null
  offlineManner: 'Cheque' | 'Transfer' | 'Cash' | null
  /** The person who asked for it, if somebody did. */
  startedBy: { customerId: string | null; name: string | null } | null
  covers: { date: CalendarDate; amount: Cents; isExtra: boolean; isFee: boolean }[]
}

export type TransactionFacts = {
  region: Region
  shortId: string
  /** Null for a payment that is under way or took nothing. */
  entry: {
    id: string
    kind: EntryKind
    date: CalendarDate
    description: string | null
    amount: Cents
    school: string | null
  } | null
  payment: PaymentOfTransaction | null
  /** The amount refunded or taken back, with its part of the surcharge. */
  refund: { amount: Cents } | null
  dispute: { amount: Cents; status: DisputeStatus } | null
  withdrawal: {
    amount: Cents
    askedAt: string
    bankAccount: string
    status: WithdrawalStatus
    paidOn: CalendarDate | null
  } | null
  /** How far the money has come that went to a school. Null where it repaid what we had paid ahead. */
  schoolPayment: (SchoolPayment & { wasReturned: boolean }) | null
}

/**
 * Everything about one transaction, in one statement. A payment under way is found by its own id, also once it has
 * become an entry: somebody may have kept the address.
 */
export async function findTransaction(db: Db, { accountId, id }: RowKey) {
  return db.value<TransactionFacts | undefined>(sql`
    with entry as materialized (
      (select * from family_transaction where account_id = ${accountId} and id = ${id})
      union all
      (select * from family_transaction where account_id = ${accountId} and kind = 'Repayment' and cause_id = ${id})
      limit 1
    )
    select json_build_object(
      'region', account.region, 'shortId', account.short_id,
      'entry', case when entry.id is not null then json_build_object('id', entry.id, 'kind', entry.kind,
        'date', entry.posted_on, 'description', entry.description, 'amount', entry.amount_minor,
        'school', institution.name) end,
      'refund', case when refund.id is not null then json_build_object('amount', refund.amount_minor) end,
      'dispute', case when dispute.id is not null then json_build_object(
        'amount', dispute.amount_minor - dispute.loss_minor, 'status', dispute.status) end,
      'schoolPayment', (
        select json_build_object('status', status, 'paidOn', paid_on, 'wasReturned', was_returned)
        from school_payment where school_payment.account_id = account.id and school_payment.entry_id = entry.id),
      'withdrawal', (
        select json_build_object('amount', request.amount_minor, 'askedAt', request.created_at,
          'bankAccount', bank.display_name, 'status', request.status, 'paidOn', (
            select max(paid.posted_on) from ledger_entry paid join ledger_posting posting
              on posting.account_id = paid.account_id and posting.entry_id = paid.id and posting.book = 'Bank'
              join ledger_entry held on held.account_id = paid.account_id and held.id = paid.cause_id
            where paid.account_id = request.account_id and held.cause_id = request.id and paid.kind = 'Withdrawal'))
        from withdrawal_request request join payout_bank_account bank
          on bank.account_id = request.account_id and bank.id = request.bank_account_id
        where request.account_id = account.id and request.id in (entry.cause_id, (
          -- What was set aside for it and came back names the entry that set it aside.
          select held.cause_id from ledger_entry held
          where held.account_id = account.id and held.id = entry.cause_id))),
      'payment', case when payment.id is not null then json_build_object(
        'id', payment.id, 'kind', payment.kind, 'status', payment.status, 'reason', payment.failure_code, 'amount', payment.amount_minor,
        'surcharge', payment.surcharge_minor, 'basisPoints', payment.surcharge_basis_points,
        'refunded', payment.refunded_minor, 'paidOn', payment.paid_on, 'createdAt', payment.created_at,
        'collectOn', instalment.collect_on, 'offlineManner', payment.offline_manner,
        'school', (select name from institution where institution.id = payment.institution_id),
        'methodName', coalesce(source.display_name, payment.method_name), 'methodType', source.type,
        'startedBy', (
          select json_build_object('customerId', customer.id, 'name', customer.first_name || ' ' || customer.last_name)
          from audit_event event left join customer on customer.id = event.actor_id
          where event.subject_id = payment.account_id and event.at = payment.created_at
            and event.action = 'PaymentStarted' and event.details ->> 'paymentId' = payment.id::text
          limit 1),
        'covers', (
          select coalesce(json_agg(json_build_object('date', covered.collect_on, 'amount', covered.amount_minor,
            'isExtra', covered.is_extra, 'isFee', covered.is_fee)
            order by covered.is_fee, covered.collect_on), '[]')
          from (
            select instalment.collect_on, coalesce((
              select cover.settled_minor + cover.reserved_minor from cover where cover.account_id = payment.account_id
                and cover.payment_id = payment.id and cover.charge_id = instalment.charge_id), payment.amount_minor)
              as amount_minor, false as is_extra, false as is_fee
            where instalment.seq is not null
            union all
            select coalesce(part.collect_on, part.due_on), cover.settled_minor, part.is_extra, part.kind = 'Fee'
            from cover join charge part on part.account_id = cover.account_id and part.id = cover.charge_id
              and part.kind in ('Instalment', 'Fee')
            where cover.account_id = payment.account_id and cover.payment_id = payment.id and instalment.seq is null
              and cover.settled_minor > 0
          ) covered)
      ) end
    ) as facts
    from account
      left join entry on true
      left join institution on institution.id = entry.institution_id
      left join refund on refund.account_id = account.id and refund.id = entry.cause_id
      left join dispute on dispute.account_id = account.id and dispute.id = entry.cause_id
      left join payment on payment.account_id = account.id
        and payment.id = coalesce(refund.payment_id, dispute.payment_id, entry.cause_id, ${id})
        and (entry.id is not null or payment.is_under_way or payment.status = 'Failed')
      left join instalment on instalment.account_id = account.id and instalment.plan_id = payment.plan_id
        and instalment.seq = payment.instalment_seq
      left join repayment_source source on source.account_id = account.id and source.id = payment.source_id
    where account.id = ${accountId}`)
}
