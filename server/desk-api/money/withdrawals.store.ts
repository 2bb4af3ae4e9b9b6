import type { Cents } from '#domain/money.ts'
import type { Currency } from '#domain/region.ts'
import type { ConfirmedStatus } from '#domain/withdrawals.ts'
import { familyNameOf } from '../../platform/database/family-name.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type ListedWithdrawal = {
  id: string
  accountId: string
  shortId: string
  familyName: string | null
  currency: Currency
  amount: Cents
  status: ConfirmedStatus
  holder: string
  bankAccount: string
  bankAccountVerifiedAt: Date | null
  payableFrom: Date | null
  payoutNumber: number | null
  askedAt: Date
  decidedAt: Date | null
}

/** Only those that the family has confirmed. */
export async function listWithdrawals(
  db: Db,
  {
    statuses,
    payout = null,
    limit,
  }: { statuses: readonly ConfirmedStatus[]; payout?: number | null; limit: number },
) {
  return db.many<ListedWithdrawal>(sql`
    select request.id, request.account_id as "accountId", account.short_id as "shortId",
      ${familyNameOf(sql`account.id`)} as "familyName", account.currency,
      request.amount_minor as amount, request.status, payout.holder, payout.display_name as "bankAccount",
      payout.verified_at as "bankAccountVerifiedAt", payout.payable_from as "payableFrom",
      request.payout_number as "payoutNumber", request.created_at as "askedAt", request.decided_at as "decidedAt"
    from withdrawal_request request
      join account on account.id = request.account_id
      join payout_bank_account payout on payout.account_id = request.account_id and payout.id = request.bank_account_id
    where request.status = any(${statuses}::text[])
      and (${payout}::int is null or request.payout_number = ${payout})
    order by request.created_at desc, request.id limit ${limit}`)
}
