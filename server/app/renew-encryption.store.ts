import type { Db, Transaction } from '../platform/database/open.ts'
import type { RowKey } from '../platform/database/row-key.ts'
import { sql, type Statement } from '../platform/database/sql.ts'
import { isFree, type Turn } from '../platform/jobs/parked-items.reads.ts'
import type { Encrypted } from '../platform/encryption/encryption.ts'

export type EncryptedRow = RowKey & Encrypted

/** A column of encrypted bytes, and the column with the id of their key. */
export type EncryptedColumn = {
  table: Statement
  keyId: Statement
  bytes: Statement
  name: Statement
  isRow: (row: RowKey) => Statement
}

const ofAccount = {
  name: sql`account_id as "accountId", id`,
  isRow: ({ accountId, id }: RowKey) => sql`account_id = ${accountId} and id = ${id}`,
}
const bankDetails = { ...ofAccount, keyId: sql`encryption_key_id`, bytes: sql`bank_details` }

export const storedFiles = {
  ...ofAccount,
  table: sql`stored_file`,
  keyId: sql`encryption_key_id`,
  bytes: sql`content`,
}
export const identityDocuments = {
  ...ofAccount,
  table: sql`identity_check`,
  keyId: sql`encryption_key_id`,
  bytes: sql`document`,
}
export const bankNumbersOfSources = { ...bankDetails, table: sql`repayment_source` }
export const bankNumbersOfPayouts = { ...bankDetails, table: sql`payout_bank_account` }
export const payoutFiles = {
  table: sql`payout_batch`,
  keyId: sql`encryption_key_id`,
  bytes: sql`file`,
  name: sql`'' as "accountId", number::text as id`,
  isRow: ({ id }: RowKey) => sql`number = ${Number(id)}`,
}
export const totpSecrets = {
  table: sql`staff_totp`,
  keyId: sql`encryption_key_id`,
  bytes: sql`secret`,
  name: sql`'' as "accountId", staff_id::text as id`,
  isRow: ({ id }: RowKey) => sql`staff_id = ${id}::uuid`,
}
export const requestLinks = {
  ...ofAccount,
  table: sql`payment_request`,
  keyId: sql`link_key_id`,
  bytes: sql`link_sealed`,
}

/** Rows encrypted with one of these keys, except those that another process has locked. */
export async function lockRowsUnder(
  tx: Transaction,
  { table, keyId, bytes, name }: EncryptedColumn,
  keyIds: readonly string[],
  turn: Turn,
) {
  return tx.many<EncryptedRow>(sql`
    select * from (
      select ${name}, ${keyId} as "keyId", ${bytes} as bytes from ${table} where ${keyId} = any(${keyIds})) as encrypted
    where ${isFree(turn, sql`id::text`)} limit ${turn.limit} for update skip locked`)
}

export async function setEncrypted(
  tx: Transaction,
  { table, keyId, bytes, isRow }: EncryptedColumn,
  row: EncryptedRow,
): Promise<void> {
  await tx.run(sql`update ${table} set ${bytes} = ${row.bytes}, ${keyId} = ${row.keyId} where ${isRow(row)}`)
}

export async function countRowsNotUnder(db: Db, { table, keyId }: EncryptedColumn, current: string) {
  return db.value<number>(sql`
    select count(*) as count from ${table} where ${keyId} < ${current} or ${keyId} > ${current}`)
}
