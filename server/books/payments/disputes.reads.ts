import { sql, type Statement } from '../../platform/database/sql.ts'

/** A condition on `instalment`: a bank has yet to decide about money that paid it. Nobody is asked for it until then. */
export const isInstalmentDisputed = sql`exists (
  select from returned_cover returned where returned.account_id = instalment.account_id
    and returned.charge_id = instalment.charge_id and returned.outcome is null)`

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
