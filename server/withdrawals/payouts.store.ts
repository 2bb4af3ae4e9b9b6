import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

export type PayoutRow = {
  accountId: string
  withdrawalId: string
  bankAccountId: string
  shortId: string
  holder: string
  amount: Cents
  bytes: Buffer | null
  keyId: string | null
}

/** What is approved and not yet with the bank, longest waiting first. */
export async function listApproved(db: Db, region: Region): Promise<PayoutRow[]> {
  return db.many<PayoutRow>(sql`
    select request.account_id as "accountId", request.id as "withdrawalId", payout.id as "bankAccountId",
      account.short_id as "shortId", payout.holder, request.amount_minor as amount, payout.bank_details as bytes,
      payout.encryption_key_id as "keyId"
    from withdrawal_request request
      join account on account.id = request.account_id
      join payout_bank_account payout on payout.account_id = request.account_id and payout.id = request.bank_account_id
    where request.status = 'Approved' and account.region = ${region}
    order by request.decided_at, request.id`)
}
