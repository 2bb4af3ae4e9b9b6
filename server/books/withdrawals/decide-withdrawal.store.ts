import type { Cents } from '#domain/money.ts'
import type { Currency, Region } from '#domain/region.ts'
import type { WithdrawalStatus } from '#domain/withdrawals.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

export type Withdrawal = {
  accountId: string
  id: string
  status: WithdrawalStatus
  amount: Cents
  region: Region
  currency: Currency
  institutionId: string
  /** The entry that set the sum aside. */
  holdEntryId: string | null
  payoutNumber: number | null
}

export async function lockWithdrawal(tx: Transaction, id: string): Promise<Withdrawal | undefined> {
  await tx.run(sql`select 1 from withdrawal_request where id = ${id} for update`)
  return tx.first<Withdrawal>(sql`
    select request.account_id as "accountId", request.id, request.status, request.amount_minor as amount,
      account.region, account.currency, account.institution_id as "institutionId",
      request.payout_number as "payoutNumber",
      (select entry.id from ledger_entry entry where entry.account_id = request.account_id
        and entry.kind = 'Withdrawal' and entry.cause_id = request.id) as "holdEntryId"
    from withdrawal_request request join account on account.id = request.account_id
    where request.id = ${id}`)
}

export async function moveWithdrawal(
  tx: Transaction,
  { accountId, id }: RowKey,
  { status, reason, now }: { status: Withdrawal['status']; reason: string | null; now: Date },
): Promise<void> {
  await tx.run(sql`
    update withdrawal_request set status = ${status}, reason = ${reason}, decided_at = ${now}
    where account_id = ${accountId} and id = ${id}`)
}
