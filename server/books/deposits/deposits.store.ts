import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { companyAccountId } from '../ledger/invariants.ts'
import { insertEntry, type EntryRow } from '../ledger/ledger.store.ts'
import type { DepositLine, ReportedDeposit } from './deposit-file.ts'

/** What the bank calls a deposit. */
export type DepositName = { billerCode: string; bankReference: string }
/** Whose deposit it is. */
export type Payee = { accountId: string; institutionId: string }

/** Those of the lines that came before, as they came then. */
export async function listKnown(db: Db, lines: readonly DepositLine[]): Promise<ReportedDeposit[]> {
  return db.many<ReportedDeposit>(sql`
    select biller_code as "billerCode", bank_reference as "bankReference", reference, amount_minor as amount,
      received_on as "receivedOn"
    from deposit
    where (biller_code, bank_reference) in (
      select * from unnest(${lines.map(({ billerCode }) => billerCode)}::text[],
        ${lines.map(({ bankReference }) => bankReference)}::text[]))`)
}

/** Every running account that one of the lines may be meant for. */
export async function listPayees(
  db: Db,
  lines: readonly DepositLine[],
): Promise<(Payee & { billerCode: string; reference: string })[]> {
  return db.many(sql`
    select account.id as "accountId", account.institution_id as "institutionId",
      institution.bpay_biller_code as "billerCode", account.bpay_reference as reference
    from account join institution on institution.id = account.institution_id
    where account.bpay_reference = any(${lines.map(({ reference }) => reference)}::text[])
      and institution.bpay_biller_code = any(${lines.map(({ billerCode }) => billerCode)}::text[])
      and account.status = 'Active' and account.currency = 'AUD'`)
}

/** An account that staff have found for a deposit, running or not. */
export async function findPayee(db: Db, accountId: string): Promise<Payee | undefined> {
  return db.first<Payee>(sql`
    select id as "accountId", institution_id as "institutionId" from account
    where id = ${accountId} and currency = 'AUD'`)
}

/** False when the deposit is there already, in this file or in another. Waits for a concurrent writer. */
export async function insertDeposit(
  tx: Transaction,
  deposit: DepositLine & {
    fileHash: string
    accountId: string | null
    paymentId: string | null
    entryId: string
    now: Date
  },
): Promise<boolean> {
  const count = await tx.run(sql`
    insert into deposit (file_hash, line, biller_code, bank_reference, reference, amount_minor, received_on,
      account_id, payment_id, entry_id, created_at)
    values (${deposit.fileHash}, ${deposit.line}, ${deposit.billerCode}, ${deposit.bankReference},
      ${deposit.reference}, ${deposit.amount}, ${deposit.receivedOn}, ${deposit.accountId}, ${deposit.paymentId},
      ${deposit.entryId}, ${deposit.now})
    on conflict do nothing`)
  return count === 1
}

export type DepositRow = {
  amount: Cents
  receivedOn: CalendarDate
  accountId: string | null
  paymentId: string | null
  entryId: string
}

/** Of two who would match the same deposit, the second waits here and then sees what the first has done. */
export async function lockDeposit(tx: Transaction, name: DepositName): Promise<DepositRow | undefined> {
  return tx.first<DepositRow>(sql`
    select amount_minor as amount, received_on as "receivedOn", account_id as "accountId", payment_id as "paymentId",
      entry_id as "entryId"
    from deposit where biller_code = ${name.billerCode} and bank_reference = ${name.bankReference}
    for update`)
}

export async function giveDeposit(
  tx: Transaction,
  name: DepositName,
  to: { accountId: string; paymentId: string },
): Promise<void> {
  await tx.run(sql`
    update deposit set account_id = ${to.accountId}, payment_id = ${to.paymentId}
    where biller_code = ${name.billerCode} and bank_reference = ${name.bankReference} and account_id is null`)
}

/** It waits for its family again, with a new entry: the ledger lets each be reversed once. */
export async function putBack(tx: Transaction, name: DepositName, entryId: string): Promise<void> {
  await tx.run(sql`
    update deposit set account_id = null, payment_id = null, entry_id = ${entryId}
    where biller_code = ${name.billerCode} and bank_reference = ${name.bankReference}`)
}

/** Nobody else pays a request of this account until the transaction ends. */
export async function lockOpenRequests(tx: Transaction, accountId: string): Promise<void> {
  await tx.run(sql`
    select 1 from payment_request where account_id = ${accountId} and status in ('Open', 'PartPaid')
    order by id for update`)
}

/** The requests of which exactly this much is still to be paid; two at most, for two already leave it open. */
export async function listRequestsOf(
  db: Db,
  { accountId, institutionId }: Payee,
  amount: Cents,
  now: Date,
): Promise<{ id: string; dueOn: CalendarDate; periodName: string | null; isBeingPaid: boolean }[]> {
  return db.many(sql`
    select request.id, request.due_on as "dueOn", request.period_name as "periodName", exists (
        select from payment where payment.account_id = request.account_id
          and payment.payment_request_id = request.id and payment.status in ('Created', 'Sent', 'Unknown')
      ) as "isBeingPaid"
    from payment_request request
    where request.account_id = ${accountId} and request.institution_id = ${institutionId}
      and request.status in ('Open', 'PartPaid') and request.expires_at > ${now}
      and request.amount_due_minor - request.amount_paid_minor - request.amount_pending_minor = ${amount}
    limit 2`)
}

/** A payment that the bank has carried out; settled in the same transaction, so that it is never pending. */
export async function insertDepositPayment(
  tx: Transaction,
  payee: Payee,
  payment: { id: string; requestId: string | null; amount: Cents; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into payment (account_id, id, kind, payment_request_id, institution_id, currency, amount_minor, status,
      sent_at, created_at, updated_at)
    values (${payee.accountId}, ${payment.id}, 'Deposit', ${payment.requestId}, ${payee.institutionId}, 'AUD',
      ${payment.amount}, 'Sent', ${payment.now}, ${payment.now}, ${payment.now})`)
}

/** An entry of the company itself, for money that belongs to no family yet. */
export async function insertCompanyEntry(
  tx: Transaction,
  entry: EntryRow,
  { causeId, postedOn, now }: { causeId: string | null; postedOn: string; now: Date },
): Promise<void> {
  const about = { accountId: companyAccountId, institutionId: null, currency: 'AUD' as const }
  await insertEntry(tx, entry, { ...about, causeId, postedOn, now })
}

export async function noteDeposit(
  tx: Transaction,
  event: {
    id: string
    /** The account, or the company while there is none. */
    subjectId: string
    staffId: string | null
    action: 'DepositReceived' | 'DepositInSuspense' | 'DepositMatched'
    details: Record<string, string>
    now: Date
  },
): Promise<void> {
  await tx.run(sql`
    insert into audit_event (subject_id, id, at, actor_kind, actor_id, action, details)
    values (${event.subjectId}, ${event.id}, ${event.now}, ${event.staffId === null ? 'System' : 'Staff'},
      ${event.staffId}, ${event.action}, ${JSON.stringify(event.details)})`)
}

export type UnmatchedDeposit = DepositName & {
  reference: string
  amount: Cents
  receivedOn: CalendarDate
  createdAt: Date
}

/** Deposits that wait for staff to find their family, longest waiting first. */
export async function listUnmatched(db: Db): Promise<UnmatchedDeposit[]> {
  return db.many<UnmatchedDeposit>(sql`
    select biller_code as "billerCode", bank_reference as "bankReference", reference, amount_minor as amount,
      received_on as "receivedOn", created_at as "createdAt"
    from deposit where account_id is null order by created_at, biller_code, bank_reference`)
}
