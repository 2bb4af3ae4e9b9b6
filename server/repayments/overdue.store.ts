import type { CalendarDate } from '#domain/calendar.ts'
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
  /** What a debit that the bank sent back costs the family; nothing where it was no bank that sent it back. */
  dishonourFee: Cents
  paymentId: string | null
  payer: Payer | null
}

/**
 * Takes one overdue instalment in hand that nobody was asked to pay yet. What staff gave back on purpose is not asked
 * for again by itself.
 */
export async function claimOverdue(tx: Db): Promise<OverdueInstalment | undefined> {
  return tx.first<OverdueInstalment>(sql`
    select instalment.account_id as "accountId", instalment.plan_id as "planId", instalment.seq,
      instalment.amount_minor - instalment.covered_minor as owing, instalment.due_on as "dueOn",
      instalment.failure_code as reason, account.region, account.currency, account.short_id as "shortId",
      account.institution_id as "institutionId", institution.name as "schoolName",
      case when exists (
        select from payment join repayment_source source
          on source.account_id = payment.account_id and source.id = payment.source_id
        where payment.account_id = instalment.account_id and payment.id = instalment.payment_id
          and payment.status = 'Failed' and source.type = 'BankAccount'
      ) then institution.dishonour_fee_minor else 0 end as "dishonourFee",
      instalment.payment_id as "paymentId",
      payer_of(instalment.account_id) as payer
    from instalment
      join account on account.id = instalment.account_id
      join institution on institution.id = account.institution_id
    where instalment.status = 'Overdue' and instalment.payment_request_id is null
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

/** Requests for overdue instalments that nobody has paid for a while and nobody was reminded of. */
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
