import type { BankAccount } from '#contract/withdrawals.ts'
import type { Cents } from '#domain/money.ts'
import type { Currency, Region } from '#domain/region.ts'
import { isPayable } from '#domain/withdrawals.ts'
import type { Withdrawal } from './decide-withdrawal.store.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/** Only bank accounts that are verified and still the family's: no money goes anywhere else. */
export async function listBankAccounts(db: Db, accountId: string, now: Date): Promise<BankAccount[]> {
  const rows = await db.many<Omit<BankAccount, 'payableFrom'> & { payableFrom: Date | null }>(sql`
    select id, holder, masked_bsb as bsb, masked_account_number as "accountNumber", display_name as "displayName",
      payable_from as "payableFrom"
    from payout_bank_account where account_id = ${accountId} and verified_at is not null and removed_at is null
    order by verified_at, display_name, id`)
  return rows.map((row) => ({
    ...row,
    payableFrom: isPayable(row.payableFrom, now) ? null : (row.payableFrom?.toISOString() ?? null),
  }))
}

export type WithdrawalRow = Omit<Withdrawal, 'payoutNumber'> & {
  createdAt: Date
  confirmBy: Date | null
  bankAccountId: string
  bankAccountDisplayName: string
  /** Where the newest code went, while it waits for one. */
  mobileLast3Digits: string | null
  reason: string | null
}

export async function listRequests(db: Db, accountId: string): Promise<WithdrawalRow[]> {
  return db.many<WithdrawalRow>(sql`
    select * from withdrawal_in_full where "accountId" = ${accountId} order by "createdAt" desc, id`)
}

export async function findRequest(db: Db, { accountId, id }: RowKey) {
  return db.first<WithdrawalRow>(sql`
    select * from withdrawal_in_full where "accountId" = ${accountId} and id::text = ${id}`)
}

export async function findByClientRequestId(
  db: Db,
  { accountId, clientRequestId }: { accountId: string; clientRequestId: string },
) {
  return db.first<WithdrawalRow>(sql`
    select full_request.* from withdrawal_in_full full_request join withdrawal_request request
      on request.account_id = full_request."accountId" and request.id = full_request.id
    where request.account_id = ${accountId} and request.client_request_id = ${clientRequestId}`)
}

/** Locks the account's withdrawals: a second one waits here, and then sees the first. */
export async function lockAccount(tx: Transaction, accountId: string) {
  return tx.first<{ region: Region; currency: Currency; institutionId: string }>(sql`
    select region, currency, institution_id as "institutionId" from account where id = ${accountId}
    for no key update`)
}

/** Locks the account and the request: confirming, cancelling and expiry take turns, and the later ones see the first. */
export async function lockRequest(tx: Transaction, key: RowKey): Promise<WithdrawalRow | undefined> {
  await lockAccount(tx, key.accountId)
  await tx.run(sql`
    select 1 from withdrawal_request where account_id = ${key.accountId} and id::text = ${key.id} for update`)
  return findRequest(tx, key)
}

export async function insertRequest(
  tx: Transaction,
  request: RowKey & {
    bankAccountId: string
    amount: Cents
    askedBy: string
    clientRequestId: string | null
    confirmBy: Date
    now: Date
  },
): Promise<void> {
  await tx.run(sql`
    insert into withdrawal_request (account_id, id, bank_account_id, amount_minor, status, asked_by, client_request_id,
      confirm_by, created_at)
    values (${request.accountId}, ${request.id}, ${request.bankAccountId}, ${request.amount}, 'Unconfirmed',
      ${request.askedBy}, ${request.clientRequestId}, ${request.confirmBy}, ${request.now})`)
}

export async function confirmRequest(
  tx: Transaction,
  { accountId, id, reviewId, now }: RowKey & { reviewId: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    with moved as (
      update withdrawal_request set status = 'Pending', confirmed_at = ${now}
      where account_id = ${accountId} and id = ${id}
      returning account_id, id
    )
    insert into review (account_id, id, kind, subject_id, status, opened_at)
    select account_id, ${reviewId}, 'Withdrawal', id, 'Open', ${now} from moved`)
}

export async function cancelRequest(
  tx: Transaction,
  { accountId, id, now }: RowKey & { now: Date },
): Promise<void> {
  await tx.run(sql`
    update withdrawal_request set status = 'Cancelled', decided_at = ${now}
    where account_id = ${accountId} and id = ${id}`)
}

export async function listUnconfirmedSince(db: Db, turn: Turn): Promise<RowKey[]> {
  return db.many<RowKey>(sql`
    select account_id as "accountId", id from withdrawal_request
    where status = 'Unconfirmed' and confirm_by <= ${turn.now} and ${isFree(turn, sql`id::text`)}
    order by confirm_by limit ${turn.limit}`)
}

export async function findMobile(db: Db, customerId: string): Promise<string | null> {
  const row = await db.first<{ mobile: string | null }>(sql`
    select mobile_e164 as mobile from customer where id = ${customerId}`)
  return row?.mobile ?? null
}

/** Stores a code. It closes earlier ones, so that only the last message works. */
export async function replaceCode(
  tx: Transaction,
  code: {
    accountId: string
    requestId: string
    customerId: string
    id: string
    hash: string
    mobileLast3Digits: string
    createdAt: Date
    expiresAt: Date
  },
): Promise<void> {
  await closeCodes(tx, { accountId: code.accountId, id: code.requestId, now: code.createdAt })
  await tx.run(sql`
    insert into withdrawal_code (account_id, id, request_id, customer_id, mobile_last_3, code_hash, created_at,
      expires_at)
    values (${code.accountId}, ${code.id}, ${code.requestId}, ${code.customerId}, ${code.mobileLast3Digits},
      ${code.hash}, ${code.createdAt}, ${code.expiresAt})`)
}

/** Closes a code that was used, or that the request no longer needs. */
export async function closeCodes(
  tx: Transaction,
  { accountId, id, now }: RowKey & { now: Date },
): Promise<void> {
  await tx.run(sql`
    update withdrawal_code set closed_at = ${now}
    where account_id = ${accountId} and request_id = ${id} and closed_at is null`)
}

export type OpenCode = { id: string; hash: string; wrongTries: number }

/** The open code of a customer. It is valid for that customer only, and not for others who share the account. */
export async function findOpenCode(
  tx: Transaction,
  {
    accountId,
    requestId,
    customerId,
    now,
  }: { accountId: string; requestId: string; customerId: string; now: Date },
): Promise<OpenCode | undefined> {
  return tx.first<OpenCode>(sql`
    select id, code_hash as hash, wrong_tries as "wrongTries" from withdrawal_code
    where account_id = ${accountId} and request_id = ${requestId} and customer_id = ${customerId}
      and closed_at is null and expires_at > ${now}`)
}

export async function countWrongTry(
  tx: Transaction,
  { accountId, id, closesAt }: RowKey & { closesAt: Date | null },
): Promise<void> {
  await tx.run(sql`
    update withdrawal_code set wrong_tries = wrong_tries + 1, closed_at = ${closesAt}
    where account_id = ${accountId} and id = ${id}`)
}
