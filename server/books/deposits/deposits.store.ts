import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { DepositLine, ReportedDeposit } from './deposit-file.ts'

/** The bank's identification of a deposit. */
export type DepositKey = { billerCode: string; bankReference: string }
/** The account and school that a deposit belongs to. */
export type Payee = { accountId: string; institutionId: string }

/** The lines that were imported before, as they were reported then. */
export async function listReported(db: Db, lines: readonly DepositLine[]) {
  return db.many<ReportedDeposit>(sql`
    select biller_code as "billerCode", bank_reference as "bankReference", reference, amount_minor as amount,
      received_on as "receivedOn"
    from deposit
    where (biller_code, bank_reference) in (
      select * from unnest(${lines.map(({ billerCode }) => billerCode)}::text[],
        ${lines.map(({ bankReference }) => bankReference)}::text[]))`)
}

/** Every active account that one of the lines may be meant for. */
export async function listPayees(db: Db, lines: readonly DepositLine[]) {
  return db.many<Payee & { billerCode: string; reference: string }>(sql`
    select account.id as "accountId", account.institution_id as "institutionId",
      institution.bpay_biller_code as "billerCode", account.bpay_reference as reference
    from account join institution on institution.id = account.institution_id
    where account.bpay_reference = any(${lines.map(({ reference }) => reference)}::text[])
      and institution.bpay_biller_code = any(${lines.map(({ billerCode }) => billerCode)}::text[])
      and account.status = 'Active' and account.currency = 'AUD'`)
}

/** An account that staff have chosen for a deposit, active or not. */
export async function findPayee(db: Db, accountId: string) {
  return db.first<Payee>(sql`
    select id as "accountId", institution_id as "institutionId" from account
    where id = ${accountId} and currency = 'AUD'`)
}

/** Returns false if the deposit is stored already, from this file or another. Waits for a concurrent writer. */
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

/**
 * Locks the deposit. If two people match the same deposit, the second waits here and then sees the first one's match.
 */
export async function lockDeposit(tx: Transaction, name: DepositKey): Promise<DepositRow | undefined> {
  return tx.first<DepositRow>(sql`
    select amount_minor as amount, received_on as "receivedOn", account_id as "accountId", payment_id as "paymentId",
      entry_id as "entryId"
    from deposit where biller_code = ${name.billerCode} and bank_reference = ${name.bankReference}
    for update`)
}

export async function assignDeposit(
  tx: Transaction,
  name: DepositKey,
  to: { accountId: string; paymentId: string },
): Promise<void> {
  await tx.run(sql`
    update deposit set account_id = ${to.accountId}, payment_id = ${to.paymentId}
    where biller_code = ${name.billerCode} and bank_reference = ${name.bankReference} and account_id is null`)
}

/** Puts the deposit back into suspense with a new entry: the ledger lets each entry be reversed only once. */
export async function putBack(tx: Transaction, name: DepositKey, entryId: string): Promise<void> {
  await tx.run(sql`
    update deposit set account_id = null, payment_id = null, entry_id = ${entryId}
    where biller_code = ${name.billerCode} and bank_reference = ${name.bankReference}`)
}

/** The requests with exactly this amount still to be paid. At most two, because two are ambiguous already. */
export async function listRequestsOf(
  db: Db,
  { accountId, institutionId }: Payee,
  amount: Cents,
  now: Date,
): Promise<{ id: string; dueOn: CalendarDate; periodName: string | null }[]> {
  return db.many(sql`
    select request.id, request.due_on as "dueOn", request.period_name as "periodName"
    from payment_request request
    where request.account_id = ${accountId} and request.institution_id = ${institutionId}
      and request.is_open and request.expires_at > ${now}
      and request.open_minor = ${amount}
    limit 2`)
}

/** Inserts a payment that the bank has carried out. It is settled in the same transaction, so it is never pending. */
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
