import type { Region } from '#domain/region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Encrypted } from '../../platform/encryption/encryption.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

export type BankAccountRow = RowKey & {
  holder: string
  /** Masked, like the account number. */
  bsb: string
  accountNumber: string
  displayName: string
  verifiedAt: Date | null
  payableFrom: Date | null
  bytes: Buffer | null
  keyId: string | null
}

/** The fields of a bank account that may be shown. */
export type ShownBankAccount = Omit<BankAccountRow, 'bytes' | 'keyId' | 'verifiedAt' | 'payableFrom'>

export async function hasAccount(db: Db, accountId: string): Promise<boolean> {
  return (await db.first(sql`select 1 from account where id = ${accountId}`)) !== undefined
}

/** All bank accounts that were not removed, verified or not; without those that wait for a parent's code. */
export async function listSavedAccounts(db: Db, accountId: string): Promise<BankAccountRow[]> {
  return db.many<BankAccountRow>(sql`
    select account_id as "accountId", id, holder, masked_bsb as bsb, masked_account_number as "accountNumber",
      display_name as "displayName", verified_at as "verifiedAt", payable_from as "payableFrom", bank_details as bytes,
      encryption_key_id as "keyId"
    from payout_bank_account
    where account_id = ${accountId} and removed_at is null and (verified_at is not null or added_by is null)
    order by verified_at, display_name, id`)
}

export async function insertBankAccount(
  tx: Transaction,
  row: ShownBankAccount & { encrypted: Encrypted; addedBy: string | null; confirmBy: Date | null },
): Promise<void> {
  await tx.run(sql`
    insert into payout_bank_account (account_id, id, holder, display_name, bank_details, encryption_key_id, masked_bsb,
      masked_account_number, added_by, confirm_by)
    values (${row.accountId}, ${row.id}, ${row.holder}, ${row.displayName}, ${row.encrypted.bytes}, ${row.encrypted.keyId},
      ${row.bsb}, ${row.accountNumber}, ${row.addedBy}, ${row.confirmBy})`)
}

export async function setVerified(tx: Transaction, row: RowKey & { verifiedAt: Date }): Promise<void> {
  await tx.run(sql`
    update payout_bank_account set verified_at = ${row.verifiedAt}
    where account_id = ${row.accountId} and id = ${row.id}`)
}

/** A bank account that waits for the code of the parent who added it, locked. */
export type UnconfirmedRow = ShownBankAccount & {
  region: Region
  confirmBy: Date
  codeId: string | null
  codeHash: string | null
  codeExpiresAt: Date | null
  wrongTries: number
}

export async function lockUnconfirmed(
  tx: Transaction,
  { accountId, id, customerId, now }: RowKey & { customerId: string; now: Date },
): Promise<UnconfirmedRow | undefined> {
  return tx.first<UnconfirmedRow>(sql`
    select bank.account_id as "accountId", bank.id, bank.holder, bank.masked_bsb as bsb,
      bank.masked_account_number as "accountNumber", bank.display_name as "displayName", account.region,
      bank.confirm_by as "confirmBy", bank.code_id as "codeId", bank.code_hash as "codeHash",
      bank.code_expires_at as "codeExpiresAt", bank.code_wrong_tries as "wrongTries"
    from payout_bank_account bank join account on account.id = bank.account_id
    where bank.account_id = ${accountId} and bank.id::text = ${id} and bank.added_by = ${customerId}
      and bank.verified_at is null and bank.removed_at is null and bank.confirm_by > ${now}
    for update of bank`)
}

export async function setCode(
  tx: Transaction,
  code: RowKey & { codeId: string; hash: string; expiresAt: Date; mobileLast3Digits: string },
): Promise<void> {
  await tx.run(sql`
    update payout_bank_account set code_id = ${code.codeId}, code_hash = ${code.hash},
      code_expires_at = ${code.expiresAt}, code_wrong_tries = 0, mobile_last_3 = ${code.mobileLast3Digits}
    where account_id = ${code.accountId} and id = ${code.id}`)
}

export async function countWrongTry(
  tx: Transaction,
  { accountId, id, isLast }: RowKey & { isLast: boolean },
): Promise<void> {
  await tx.run(sql`
    update payout_bank_account set code_wrong_tries = code_wrong_tries + 1,
      code_hash = case when ${isLast} then null else code_hash end
    where account_id = ${accountId} and id = ${id}`)
}

/** Confirms the bank account and deletes its code. */
export async function setConfirmed(
  tx: Transaction,
  { accountId, id, now, payableFrom }: RowKey & { now: Date; payableFrom: Date },
): Promise<void> {
  await tx.run(sql`
    update payout_bank_account set verified_at = ${now}, payable_from = ${payableFrom}, code_id = null,
      code_hash = null, code_expires_at = null, mobile_last_3 = null
    where account_id = ${accountId} and id = ${id}`)
}

/** Deletes bank accounts that were never confirmed in time. No withdrawal can refer to one. */
export async function deleteUnconfirmed(
  tx: Transaction,
  { accountId, customerId }: { accountId: string; customerId: string },
): Promise<void> {
  await tx.run(sql`
    delete from payout_bank_account
    where account_id = ${accountId} and added_by = ${customerId} and verified_at is null`)
}

export async function deleteExpired(db: Db, now: Date): Promise<number> {
  const gone = await db.many(sql`
    delete from payout_bank_account
    where added_by is not null and verified_at is null and confirm_by <= ${now} returning id`)
  return gone.length
}

export async function findName(
  db: Db,
  customerId: string,
): Promise<{ firstName: string; lastName: string } | undefined> {
  return db.first(sql`
    select first_name as "firstName", last_name as "lastName" from customer where id = ${customerId}`)
}

export async function hasOpenRequests(tx: Transaction, { accountId, id }: RowKey): Promise<boolean> {
  const open = await tx.first(sql`
    select 1 from withdrawal_request
    where account_id = ${accountId} and bank_account_id = ${id}
      and status in ('Unconfirmed', 'Pending', 'Approved') limit 1`)
  return open !== undefined
}

export async function markRemoved(
  tx: Transaction,
  { accountId, id, now }: RowKey & { now: Date },
): Promise<void> {
  await tx.run(sql`
    update payout_bank_account set removed_at = ${now} where account_id = ${accountId} and id = ${id}`)
}
