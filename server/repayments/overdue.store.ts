import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { DeclineReason } from '#domain/payments.ts'
import type { Currency, Region } from '#domain/region.ts'
import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'
import type { InstalmentKey, Payer } from './repayments.store.ts'

export type OverdueInstalment = InstalmentKey & {
  owing: Cents
  dueOn: CalendarDate
  reason: DeclineReason | null
  region: Region
  currency: Currency
  shortId: string
  institutionId: string
  schoolName: string
  /** What a debit that the bank sent back costs the family; nothing where no bank sent it back, or it is charged already. */
  dishonourFee: Cents
  /** What was charged for it when the family was asked before. */
  chargedFee: Cents
  paymentId: string | null
  payer: Payer | null
}

/**
 * Claims one overdue instalment for which there is no request yet, or only an expired one. What staff refunded or
 * cancelled on purpose is not requested again.
 */
export async function claimOverdue(tx: Db): Promise<OverdueInstalment | undefined> {
  return tx.first<OverdueInstalment>(sql`
    select instalment.account_id as "accountId", instalment.plan_id as "planId", instalment.seq,
      instalment.amount_minor - instalment.covered_minor as owing, instalment.due_on as "dueOn",
      instalment.failure_code as reason, account.region, account.currency, account.short_id as "shortId",
      account.institution_id as "institutionId", institution.name as "schoolName",
      case when charged.fee = 0 and exists (
        select from payment join repayment_source source
          on source.account_id = payment.account_id and source.id = payment.source_id
        where payment.account_id = instalment.account_id and payment.id = instalment.payment_id
          and payment.status = 'Failed' and source.type = 'BankAccount'
      ) then institution.dishonour_fee_minor else 0 end as "dishonourFee",
      charged.fee as "chargedFee", instalment.payment_id as "paymentId",
      payer_of(instalment.account_id) as payer
    from instalment
      join account on account.id = instalment.account_id
      join institution on institution.id = account.institution_id
      cross join lateral (
        select coalesce(-sum(posting.amount_minor), 0)::bigint as fee
        from ledger_entry entry join ledger_posting posting
          on posting.account_id = entry.account_id and posting.entry_id = entry.id and posting.book = 'Family'
        where entry.account_id = instalment.account_id and entry.kind = 'Fee'
          and entry.cause_id = instalment.payment_id) charged
    where instalment.status = 'Overdue'
      and not exists (
        select from payment_request asked where asked.account_id = instalment.account_id
          and asked.id = instalment.payment_request_id and asked.status <> 'Expired')
      and not exists (
        select from payment_request request where request.account_id = instalment.account_id
          and request.plan_id = instalment.plan_id and request.instalment_seq = instalment.seq
          and request.status in ('Open', 'PartPaid'))
      and not exists (
        select from payment where payment.account_id = instalment.account_id and payment.id = instalment.payment_id
          and payment.status in ('Refunded', 'Succeeded'))
    limit 1 for update of instalment skip locked`)
}

export async function setRequest(tx: Db, key: InstalmentKey, requestId: string): Promise<void> {
  await tx.run(sql`
    update instalment set payment_request_id = ${requestId}
    where account_id = ${key.accountId} and plan_id = ${key.planId} and seq = ${key.seq}`)
}

export type ForgottenRequest = {
  accountId: string
  requestId: string
  amount: Cents
  dueOn: CalendarDate
  region: Region
  shortId: string
  schoolName: string
  payer: Payer | null
}

/** Requests for overdue instalments that are unpaid for a while and had no reminder. */
export async function listForgottenRequests(
  db: Db,
  { createdBefore, limit }: { createdBefore: Date; limit: number },
): Promise<ForgottenRequest[]> {
  return db.many<ForgottenRequest>(sql`
    select request.account_id as "accountId", request.id as "requestId",
      request.amount_due_minor - request.amount_paid_minor as amount, request.due_on as "dueOn", account.region,
      account.short_id as "shortId", institution.name as "schoolName",
      payer_of(request.account_id) as payer
    from payment_request request
      join account on account.id = request.account_id
      join institution on institution.id = request.institution_id
    where request.plan_id is not null and request.status in ('Open', 'PartPaid')
      and request.created_at < ${createdBefore} and request.amount_pending_minor = 0
      and not exists (select from outbox_message where once = 'overdue-reminder:' || request.id)
    limit ${limit}`)
}
