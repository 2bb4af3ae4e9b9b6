import { sql, type Statement } from '../../platform/database/sql.ts'

/**
 * A condition for statements about an `instalment`: the bank has yet to decide about the payment that was to pay it.
 * Nobody is asked for the amount until then.
 */
export const isInstalmentDisputed = sql`exists (
  select from dispute where dispute.account_id = instalment.account_id and dispute.payment_id = instalment.payment_id
    and dispute.status = 'Open')`

/**
 * The same condition for a payment `request` that was paid by its link. A request for arrears excludes disputed
 * amounts.
 */
export const isRequestDisputed = sql`(not request.is_arrears and exists (
  select from payment disputed join dispute
    on dispute.account_id = disputed.account_id and dispute.payment_id = disputed.id
  where disputed.account_id = request.account_id and disputed.payment_request_id = request.id
    and dispute.status = 'Open'))`

/** A subquery: the undecided disputed amounts of an account's payments, by which the family's balance is lower. */
export function openDisputesOf(accountId: Statement): Statement {
  return sql`
    coalesce((
      select json_agg(json_build_object('amount', 0 - taken.amount_minor, 'paidOn', payment.paid_on,
        'since', taken.posted_on, 'method', coalesce(source.display_name, payment.method_name))
        order by taken.posted_on, dispute.id)
      from dispute
        join payment on payment.account_id = dispute.account_id and payment.id = dispute.payment_id
        join family_transaction taken on taken.account_id = dispute.account_id and taken.cause_id = dispute.id
          and taken.kind = 'Dispute'
        left join repayment_source source
          on source.account_id = payment.account_id and source.id = payment.source_id
      where dispute.account_id = ${accountId} and dispute.status = 'Open'
    ), '[]')`
}
