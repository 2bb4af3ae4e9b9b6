import type { Cents } from '#domain/money.ts'
import type { Currency } from '#domain/region.ts'
import type { PaymentBasics } from '../../books/payments/payments.reads.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type ListedPayment = PaymentBasics & {
  accountId: string
  shortId: string
  currency: Currency
  disputed: Cents
  schoolName: string
}

/** The payments of an account, newest first, from which staff choose one to refund. */
export async function listPayments(db: Db, { shortId, limit }: { shortId: string; limit: number }) {
  return db.many<ListedPayment>(sql`
    select full_payment.id, "accountId", "shortId", full_payment.kind, full_payment.status, full_payment.currency,
      amount, surcharge, refunded, disputed, "schoolName",
      coalesce("methodName", payment.offline_manner || ' ' || payment.offline_reference) as "methodName", "paidOn",
      "createdAt"
    from account
      join payment_in_full full_payment on full_payment."accountId" = account.id
      join payment on payment.account_id = account.id and payment.id = full_payment.id
    where account.short_id = ${shortId}
    order by "createdAt" desc, full_payment.id limit ${limit}`)
}
