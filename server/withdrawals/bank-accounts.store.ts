import type { Db, Transaction } from '../database/open.ts'
import { sql } from '../database/sql.ts'
import type { Encrypted } from '../encryption/encryption.ts'

type Key = { accountId: string; id: string }

export type BankAccountRow = Key & {
  holder: string
  /** Masked, like the account number. */
  bsb: string
  accountNumber: string
  displayName: string
  verifiedAt: Date | null
  bytes: Buffer | null
  keyId: string | null
}

export async function hasAccount(db: Db, accountId: string): Promise<boolean> {
  return (await db.first(sql`select 1 from account where id = ${accountId}`)) !== undefined
}

/** All that were not removed, verified or not. */
export async function listKept(db: Db, accountId: string): Promise<BankAccountRow[]> {
  return db.many<BankAccountRow>(sql`
    select account_id as "accountId", id, holder, masked_bsb as bsb, masked_account_number as "accountNumber",
      display_name as "displayName", verified_at as "verifiedAt", bank_details as bytes, encryption_key_id as "keyId"
    from payout_bank_account where account_id = ${accountId} and removed_at is null
    order by verified_at, display_name, id`)
}

export async function insertBankAccount(
  tx: Transaction,
  row: Omit<BankAccountRow, 'bytes' | 'keyId' | 'verifiedAt'> & { encrypted: Encrypted },
): Promise<void> {
  await tx.run(sql`
    insert into payout_bank_account (account_id, id, holder, display_name, bank_details, encryption_key_id, masked_bsb,
      masked_account_number)
    values (${row.accountId}, ${row.id}, ${row.holder}, ${row.displayName}, ${row.encrypted.bytes}, ${row.encrypted.keyId},
      ${row.bsb}, ${row.accountNumber})`)
}

export async function setVerified(tx: Transaction, row: Key & { verifiedAt: Date }): Promise<void> {
  await tx.run(sql`
    update payout_bank_account set verified_at = ${row.verifiedAt}
    where account_id = ${row.accountId} and id = ${row.id}`)
}

export async function hasOpenRequests(tx: Transaction, { accountId, id }: Key): Promise<boolean> {
  const open = await tx.first(sql`
    select 1 from withdrawal_request
    where account_id = ${accountId} and bank_account_id = ${id}
      and status in ('Unconfirmed', 'Pending', 'Approved') limit 1`)
  return open !== undefined
}

export async function markRemoved(
  tx: Transaction,
  { accountId, id, now }: Key & { now: Date },
): Promise<void> {
  await tx.run(sql`
    update payout_bank_account set removed_at = ${now} where account_id = ${accountId} and id = ${id}`)
}
