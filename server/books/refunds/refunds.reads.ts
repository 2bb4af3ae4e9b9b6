import type { ReturnOutcome } from '#domain/charges.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** A condition on `payment`: the school has some of its money. */
export const isPassedOn = sql`exists (
  select from cover where cover.account_id = payment.account_id and cover.payment_id = payment.id
    and cover.is_passed_on)`

/** A refund ordered by staff, with its progress. */
export type RefundOrder = {
  accountId: string
  id: string
  paymentId: string
  amount: Cents
  /** What becomes of what the payment paid. */
  outcome: ReturnOutcome
  status: 'Ordered' | 'Unknown' | 'Accepted' | 'Done' | 'Failed' | 'Refused'
  clientRequestId: string
  providerKey: string
  providerRefundId: string | null
  looks: number
  nextLookAt: Date | null
  createdAt: Date
  /** From its payment and account. */
  region: Region
  shortId: string
  providerPaymentId: string | null
}

/** The request that was paid with the payment, if it asks for an amount again. */
export async function findOpenRequest(
  db: Db,
  { accountId, paymentId }: Pick<RefundOrder, 'accountId' | 'paymentId'>,
  now: Date,
) {
  return db.first<{ id: string; left: Cents }>(sql`
    select request.id, open_minor as left
    from payment join payment_request request
      on request.account_id = payment.account_id and request.id = payment.payment_request_id
    where payment.account_id = ${accountId} and payment.id = ${paymentId}
      and request.is_open and request.expires_at > ${now}
      and open_minor > 0`)
}
