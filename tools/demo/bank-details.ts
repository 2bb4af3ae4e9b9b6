import type { Region } from '#domain/region.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { encryptBankNumbers } from '#server/platform/encryption/bank-numbers.ts'
import { digitsOf } from './ids.ts'

type Empty = { accountId: string; id: string; region: Region; masked: string }

/**
 * Encrypts bank account numbers for the withdrawals of demo families, with the keys of this installation.
 * Skips accounts that have numbers already. Returns how many got them.
 */
export async function encryptBankDetails({ db, config }: { db: Db; config: Config }): Promise<number> {
  const empty = await db.many<Empty>(sql`
    select payout.account_id as "accountId", payout.id, account.region, masked_account_number as masked
    from payout_bank_account payout join account on account.id = payout.account_id
    where bank_details is null`)
  for (const { accountId, id, region, masked } of empty) {
    const last4 = masked.slice(-4)
    const numbers =
      region === 'AU'
        ? { bsb: '062006', accountNumber: `${digitsOf(5, id)}${last4}` }
        : { bsb: '200006', accountNumber: `${digitsOf(4, id)}${last4}` }
    const encrypted = encryptBankNumbers(config.encryptionKeys, { accountId, id }, numbers)
    await db.run(sql`
      update payout_bank_account set bank_details = ${encrypted.bytes}, encryption_key_id = ${encrypted.keyId}
      where account_id = ${accountId} and id = ${id}`)
  }
  return empty.length
}
