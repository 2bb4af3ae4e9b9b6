import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Holder } from '#domain/deposit-matches.ts'
import type { Cents } from '#domain/money.ts'
import { familyNameOf } from '../../platform/database/family-name.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { companyAccountId } from '../ledger/invariants.ts'
import { isPassedOn } from '../refunds/refunds.reads.ts'
import type { DepositKey } from './deposits.store.ts'

export type WaitingDeposit = DepositKey & {
  reference: string
  amount: Cents
  receivedOn: CalendarDate
  createdAt: Date
  /** Of the biller code; null where no school of ours has it. */
  schoolName: string | null
  holders: Holder[]
}

const holders = sql`(
  select coalesce(json_agg(json_build_object('isActive', account.status = 'Active',
    'hasBiller', coalesce(school.bpay_biller_code = deposit.biller_code, false))), '[]')
  from account join institution school on school.id = account.institution_id
  where account.bpay_reference = deposit.reference and account.currency = 'AUD')`

const schoolName = sql`(
  select min(name) from institution where institution.bpay_biller_code = deposit.biller_code)`

/** Deposits that are not matched to a family yet, longest waiting first. */
export async function listWaiting(db: Db) {
  return db.many<WaitingDeposit>(sql`
    select biller_code as "billerCode", bank_reference as "bankReference", reference, amount_minor as amount,
      received_on as "receivedOn", created_at as "createdAt", ${schoolName} as "schoolName", ${holders} as holders
    from deposit where account_id is null order by created_at, biller_code, bank_reference`)
}

export type StoredDeposit = DepositKey & {
  reference: string
  amount: Cents
  receivedOn: CalendarDate
  accountId: string | null
}

export async function findDeposit(db: Db, { billerCode, bankReference }: DepositKey) {
  return db.first<StoredDeposit>(sql`
    select biller_code as "billerCode", bank_reference as "bankReference", reference, amount_minor as amount,
      received_on as "receivedOn", account_id as "accountId"
    from deposit where biller_code = ${billerCode} and bank_reference = ${bankReference}`)
}

export type CandidateRow = {
  accountId: string
  shortId: string
  familyName: string | null
  schoolName: string
  reference: string | null
  isActive: boolean
  hasBiller: boolean
  requestDueOn: CalendarDate | null
  overdueSince: CalendarDate | null
  nextDueOn: CalendarDate | null
  givenBefore: number
  paidByBpay: number
}

/** If more families than this owe the same amount at one school, an equal amount is no evidence any more. */
const mostOfSameSum = 20

/**
 * Accounts whose reference is near what was typed, those that were given the same reference before, and those of the
 * biller's school that owe exactly this sum.
 */
export async function listCandidates(
  db: Db,
  { billerCode, reference, amount }: StoredDeposit,
  { near, now }: { near: readonly string[]; now: Date },
) {
  return db.many<CandidateRow>(sql`
    with owing as (
      select request.account_id from payment_request request
        join institution school on school.id = request.institution_id
      where school.bpay_biller_code = ${billerCode} and request.is_open
        and request.expires_at > ${now}
        and request.open_minor = ${amount}
      union
      select instalment.account_id from instalment
        join account on account.id = instalment.account_id
        join institution school on school.id = account.institution_id
        join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
      where school.bpay_biller_code = ${billerCode} and plan.status = 'Current'
        and instalment.open_minor = ${amount} and instalment.status in ('Scheduled', 'Overdue')
    ), candidate as (
      select id from account where bpay_reference = any(${near}::text[])
      union
      select account_id from deposit where reference = ${reference} and account_id is not null
      union
      (select account_id from owing limit ${mostOfSameSum})
    )
    select account.id as "accountId", account.short_id as "shortId", ${familyNameOf(sql`account.id`)} as "familyName",
      school.name as "schoolName", account.bpay_reference as reference, account.status = 'Active' as "isActive",
      coalesce(school.bpay_biller_code = ${billerCode}, false) as "hasBiller",
      (select min(due_on) from payment_request request where request.account_id = account.id
        and request.is_open and request.expires_at > ${now}
        and request.open_minor = ${amount})
        as "requestDueOn",
      (select min(due_on) from instalment join plan on plan.account_id = instalment.account_id
          and plan.id = instalment.plan_id
        where instalment.account_id = account.id and plan.status = 'Current' and instalment.status = 'Overdue'
          and instalment.open_minor = ${amount}) as "overdueSince",
      (select due_on from (
          select due_on, instalment.open_minor as amount from instalment join plan
            on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
          where instalment.account_id = account.id and plan.status = 'Current' and instalment.status = 'Scheduled'
          order by due_on limit 1) as next where next.amount = ${amount}) as "nextDueOn",
      (select count(*)::int from deposit where deposit.account_id = account.id
        and deposit.reference = ${reference}) as "givenBefore",
      (select count(*)::int from deposit where deposit.account_id = account.id) as "paidByBpay"
    from candidate join account on account.id = candidate.id
      join institution school on school.id = account.institution_id
    where account.currency = 'AUD'`)
}

export type PayeeState = {
  accountId: string
  shortId: string
  familyName: string | null
  institutionId: string
  memberName: string | null
  balance: Cents
  overdue: Cents
}

export async function findPayeeState(db: Db, accountId: string) {
  return db.first<PayeeState>(sql`
    select account.id as "accountId", account.short_id as "shortId", ${familyNameOf(sql`account.id`)} as "familyName",
      account.institution_id as "institutionId",
      (select first_name || ' ' || last_name from account_member join customer on customer.id = customer_id
        where account_id = account.id order by customer.created_at, customer.id limit 1) as "memberName",
      coalesce((select balance_minor from family_balance where family_balance.account_id = account.id), 0) as balance,
      (select coalesce(sum(open_minor), 0)::bigint from instalment
        where instalment.account_id = account.id and instalment.status = 'Overdue') as overdue
    from account where account.id = ${accountId} and account.currency = 'AUD'`)
}

/** Returns the ledger's balance of money that belongs to no family. */
export async function readSuspense(db: Db): Promise<Cents> {
  const row = await db.first<{ held: Cents }>(sql`
    select coalesce(sum(amount_minor), 0)::bigint as held from ledger_posting
    where account_id = ${companyAccountId} and book = 'Suspense'`)
  if (!row) throw new Error('A sum has no row')
  return row.held
}

export type MatchedDeposit = DepositKey & {
  accountId: string
  shortId: string
  familyName: string | null
  amount: Cents
  givenBy: string | null
  reason: string | null
  givenAt: Date
  isPassedOn: boolean
}

/** Deposits that staff have matched to a family, the latest match first. */
export async function listMatched(db: Db, limit: number): Promise<MatchedDeposit[]> {
  return db.many<MatchedDeposit>(sql`
    select deposit.biller_code as "billerCode", deposit.bank_reference as "bankReference",
      account.id as "accountId", account.short_id as "shortId", ${familyNameOf(sql`account.id`)} as "familyName",
      deposit.amount_minor as amount, staff.name as "givenBy", event.details ->> 'reason' as reason,
      event.at as "givenAt", ${isPassedOn} as "isPassedOn"
    from audit_event event
      -- By its payment: what was taken back and given anew is another one.
      join deposit on deposit.biller_code = event.details ->> 'billerCode'
        and deposit.bank_reference = event.details ->> 'bankReference'
        and deposit.payment_id = (event.details ->> 'paymentId')::uuid
      join payment on payment.account_id = deposit.account_id and payment.id = deposit.payment_id
      join account on account.id = deposit.account_id
      left join staff on staff.id = event.actor_id
    where event.action = 'DepositMatched'
    order by event.at desc limit ${limit}`)
}
