import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Encrypted } from '../../platform/encryption/encryption.ts'

export type TwoFactor = Encrypted & { isConfirmed: boolean }

export async function findTwoFactor(db: Db, staffId: string) {
  return db.first<{ isConfirmed: boolean; codesLeft: number }>(sql`
    select confirmed_at is not null as "isConfirmed",
      (select count(*) from staff_recovery_code code where code.staff_id = totp.staff_id and used_at is null) as "codesLeft"
    from staff_totp totp where staff_id = ${staffId}`)
}

/** Locked until the transaction ends, so that two attempts run one after the other. */
export async function lockTwoFactor(tx: Transaction, staffId: string) {
  return tx.first<TwoFactor>(sql`
    select secret as bytes, encryption_key_id as "keyId", confirmed_at is not null as "isConfirmed"
    from staff_totp where staff_id = ${staffId} for update`)
}

/** False if a confirmed enrolment exists. An unconfirmed one is replaced. */
export async function beginTwoFactor(
  db: Db,
  { staffId, secret, at }: { staffId: string; secret: Encrypted; at: Date },
): Promise<boolean> {
  const count = await db.run(sql`
    insert into staff_totp as existing (staff_id, secret, encryption_key_id, created_at)
    values (${staffId}, ${secret.bytes}, ${secret.keyId}, ${at})
    on conflict (staff_id) do update
      set secret = excluded.secret, encryption_key_id = excluded.encryption_key_id, created_at = excluded.created_at
      where existing.confirmed_at is null`)
  return count === 1
}

/** Marks the step as used. False if the same or a later step was used before. */
export async function consumeStep(tx: Transaction, staffId: string, step: number): Promise<boolean> {
  const used = await tx.run(sql`
    update staff_totp set last_step = ${step} where staff_id = ${staffId} and last_step < ${step}`)
  return used === 1
}

export async function confirmTwoFactor(tx: Transaction, staffId: string, at: Date): Promise<void> {
  await tx.run(sql`update staff_totp set confirmed_at = ${at} where staff_id = ${staffId}`)
}

/** Deletes the recovery codes as well. */
export async function deleteTwoFactor(tx: Transaction, staffId: string): Promise<boolean> {
  return (await tx.run(sql`delete from staff_totp where staff_id = ${staffId}`)) === 1
}

export async function replaceRecoveryCodes(
  tx: Transaction,
  { staffId, hashes, at }: { staffId: string; hashes: readonly string[]; at: Date },
): Promise<void> {
  await tx.run(sql`delete from staff_recovery_code where staff_id = ${staffId}`)
  await tx.run(sql`
    insert into staff_recovery_code (staff_id, code_hash, created_at)
    select ${staffId}::uuid, hash, ${at}::timestamptz from unnest(${hashes}::text[]) as hash`)
}

export async function hasRecoveryCode(db: Db, staffId: string, hash: string): Promise<boolean> {
  const row = await db.first(sql`
    select 1 from staff_recovery_code where staff_id = ${staffId} and code_hash = ${hash} and used_at is null`)
  return row !== undefined
}

/** True for exactly one caller. */
export async function consumeRecoveryCode(
  tx: Transaction,
  { staffId, hash, at }: { staffId: string; hash: string; at: Date },
): Promise<boolean> {
  const used = await tx.run(sql`
    update staff_recovery_code set used_at = ${at}
    where staff_id = ${staffId} and code_hash = ${hash} and used_at is null`)
  return used === 1
}
