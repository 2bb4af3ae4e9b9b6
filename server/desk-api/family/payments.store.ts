import type { RepaymentSourceType } from '#domain/payment-methods/payment-methods.ts'
import type { PaymentBasics } from '../../books/payments/payments.reads.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { numberOfPayment } from './ledger.store.ts'
import type { TimePosition } from './messages.store.ts'

export type FamilyPaymentRow = PaymentBasics & {
  attempt: number
  methodType: RepaymentSourceType | null
  offlineManner: string | null
  providerId: string | null
  place: { number: number; count: number; isExtra: boolean; tries: number } | null
}

export type PaymentFilter = 'All' | 'Failed' | 'OnItsWay' | 'Refunded'

/** For a statement with a row `payment`. */
const filters: Record<PaymentFilter, Statement> = {
  All: sql`true`,
  Failed: sql`payment.status = 'Failed'`,
  OnItsWay: sql`payment.is_under_way`,
  Refunded: sql`payment.refunded_minor > 0`,
}

export async function listFamilyPayments(
  db: Db,
  accountId: string,
  { filter, after, limit }: { filter: PaymentFilter; after: TimePosition | null; limit: number },
) {
  return db.many<FamilyPaymentRow>(sql`
    with page as materialized (
      select payment.* from payment
      where payment.account_id = ${accountId} and ${filters[filter]} and (${after?.at ?? null}::timestamptz is null
        or (payment.created_at, payment.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
      order by payment.created_at desc, payment.id desc limit ${limit}
    )
    select payment.id, payment.kind, payment.status, payment.amount_minor as amount,
      payment.surcharge_minor as surcharge, payment.refunded_minor as refunded, payment.attempt,
      coalesce(source.display_name, payment.method_name) as "methodName", source.type as "methodType",
      payment.offline_manner as "offlineManner", payment.provider_payment_id as "providerId",
      payment.created_at as "createdAt", payment.paid_on as "paidOn", ${numberOfPayment} as place
    from page payment
      left join repayment_source source on source.account_id = payment.account_id and source.id = payment.source_id
    order by payment.created_at desc, payment.id desc`)
}

export async function countFamilyPayments(db: Db, accountId: string): Promise<Record<PaymentFilter, number>> {
  const row = await db.first<Record<PaymentFilter, number>>(sql`
    select count(*) as "All", count(*) filter (where ${filters.Failed}) as "Failed",
      count(*) filter (where ${filters.OnItsWay}) as "OnItsWay", count(*) filter (where ${filters.Refunded}) as "Refunded"
    from payment where payment.account_id = ${accountId}`)
  return row ?? { All: 0, Failed: 0, OnItsWay: 0, Refunded: 0 }
}
