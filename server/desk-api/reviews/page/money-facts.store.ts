import type { Cents } from '#domain/money.ts'
import type { WithdrawalStatus } from '#domain/withdrawals.ts'
import type { Db } from '../../../platform/database/open.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { PlanEffect } from '../../fee-changes/fee-changes.reads.ts'

type Subject = { accountId: string; subjectId: string }

export type WithdrawalFacts = {
  amount: Cents
  status: WithdrawalStatus
  holder: string
  bankAccount: string
  verifiedAt: Date | null
  payableFrom: Date | null
  members: { firstName: string; lastName: string }[]
}

export async function findWithdrawalFacts(db: Db, { accountId, subjectId }: Subject) {
  return db.first<WithdrawalFacts>(sql`
    select request.amount_minor as amount, request.status, payout.holder, payout.display_name as "bankAccount",
      payout.verified_at as "verifiedAt", payout.payable_from as "payableFrom",
      (select coalesce(json_agg(json_build_object('firstName', customer.first_name, 'lastName', customer.last_name)
          order by customer.created_at, customer.id), '[]')
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = request.account_id) as members
    from withdrawal_request request join payout_bank_account payout
      on payout.account_id = request.account_id and payout.id = request.bank_account_id
    where request.account_id = ${accountId} and request.id = ${subjectId}`)
}

/** The effect on a plan of the last change of fees that needed a review. */
export async function findFeeEffect(db: Db, { accountId, subjectId }: Subject) {
  return db.first<{ effect: PlanEffect; schoolName: string }>(sql`
    select affected.effect, institution.name as "schoolName"
    from fee_change_plan affected
      join fee_change on fee_change.id = affected.fee_change_id
      join institution on institution.id = fee_change.institution_id
    where affected.account_id = ${accountId} and affected.plan_id = ${subjectId} and affected.effect is not null
      and affected.effect ->> 'outcome' = 'Review'
    order by fee_change.applied_at desc nulls last limit 1`)
}
