import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { PaymentRequestStatus } from '#domain/pay-now.ts'
import type { RepaymentSourceType } from '#domain/payment-methods/payment-methods.ts'
import type { DeclineReason, PaymentStatus, PaymentKind } from '#domain/payments.ts'
import type { ExtraOutcome } from '#domain/plan/changes/extra.ts'
import type { Currency, Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/** An attempt to pay, under the id that its caller chose. */
export type Attempt = {
  accountId: string
  /** Who chose the id: no guest can name an attempt of a family. */
  scope: 'customer' | 'guest'
  key: string
}

/** What every list of payments says of each. */
export type PaymentBasics = {
  id: string
  kind: PaymentKind
  status: PaymentStatus
  amount: Cents
  surcharge: Cents
  refunded: Cents
  methodName: string | null
  paidOn: CalendarDate | null
  createdAt: Date
}

/** A payment with the data needed to process it and to write about it. */
export type PaymentRow = PaymentBasics & {
  accountId: string
  region: Region
  currency: Currency
  basisPoints: number
  disputed: Cents
  institutionId: string
  schoolName: string
  shortId: string
  requestId: string | null
  sourceId: string | null
  methodType: RepaymentSourceType | null
  providerKey: string | null
  providerPaymentId: string | null
  providerCustomerId: string | null
  providerPaymentMethodId: string | null
  providerMandateId: string | null
  failureCode: DeclineReason | null
  looks: number
  sentAt: Date | null
  nextLookAt: Date | null
  /** Set while the bank waits for the payer's confirmation: until when. */
  confirmBy: Date | null
  /** Who gets the letters: the longest-standing member of the account. */
  payer: { id: string; email: string; firstName: string } | null
  /** Whether it is an extra payment of a plan. */
  isExtra: boolean
  /** The instalment that it pays, for an automatic collection. */
  instalment: { planId: string; seq: number; attempt: number; firstFailedOn: string | null } | null
}

export type PaymentKey = RowKey

export async function findPayment(db: Db, { accountId, id }: PaymentKey) {
  return db.first<PaymentRow>(sql`
    select * from payment_in_full where "accountId" = ${accountId} and id = ${id}`)
}

/** The effect that a payment is to have on a plan once its money has arrived. */
export type ExtraIntent = { planId: string; outcome: ExtraOutcome; byId: string | null }

/** The state of a request, and its payment that blocks another one. */
export type Standing = {
  status: PaymentRequestStatus
  isExpired: boolean
  /** The amount that remains after all payments under way; null where the request has no fixed amount. */
  rest: Cents | null
  isUnderWay: boolean
  /** The time when money last arrived for it, or was announced by a bank. */
  paidAt: Date | null
  /** The payment under way or, if there is none, the last one that arrived. */
  paymentId: string | null
}

export async function findStanding(
  db: Db,
  { accountId, requestId, now }: { accountId: string; requestId: string; now: Date },
) {
  return db.first<Standing>(sql`
    with tried as (
      -- Payments made for it, and those that pay it without having been made for it.
      select id, is_under_way, status, created_at, updated_at
      from payment
      where account_id = ${accountId} and status not in ('Failed', 'Refunded') and (payment_request_id = ${requestId}
        or id in (select cover.payment_id from charge join cover on cover.account_id = charge.account_id
          and cover.charge_id = charge.id
          where charge.account_id = ${accountId} and charge.payment_request_id = ${requestId}))
    )
    select request.status, request.expires_at <= ${now} as "isExpired",
      case when amount_due_minor > 0 then open_minor end as rest,
      exists (select from tried where is_under_way) as "isUnderWay",
      (select max(updated_at) from tried where not is_under_way or status = 'Processing') as "paidAt",
      (select id from tried
        order by is_under_way and request.status <> 'Paid' desc, created_at desc limit 1) as "paymentId"
    from payment_request request
    where request.account_id = ${accountId} and request.id = ${requestId}`)
}
