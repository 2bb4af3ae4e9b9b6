import { inZoneOf } from '../../platform/database/by-region.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import type { WaitingAt } from './waiting-row.ts'

/** A bank account that was just added has a waiting time; staff see its end. */
const newAccount = (now: Date) => sql`case when payout.payable_from > ${now} then
    ', new bank account: not payable before ' ||
    (select to_char(${inZoneOf(sql`payout.payable_from`)}, 'YYYY-MM-DD HH24:MI') ||
      case account.region when 'AU' then ', Sydney time' else ', London time' end
      from account where account.id = payout.account_id) else '' end`

const skipped = sql`'skip ' || jsonb_array_length(skip.details -> 'skipped') || ' of the payments from ' ||
  (skip.details -> 'skipped' -> 0 ->> 'on') || case skip.details ->> 'outcome' when 'AtEnd'
    then ', added at the end' else ', spread over the rest' end`

const sumOfSkipped = sql`(
  select sum((part ->> 'amount')::bigint)::bigint from jsonb_array_elements(skip.details -> 'skipped') part)`

/** The greatest discount of the plan under review. */
const discountInPlan = sql`(
  select declared.type from declared_discount declared
  where declared.account_id = plan.account_id and declared.plan_id = plan.id and declared.status = 'Declared'
  order by declared.taken_off_minor desc, declared.id limit 1)`

/**
 * Requests of families. A withdrawal that waits for a second person appears as the approval instead; a switch waits
 * while a copy of a document does.
 */
export function waitingReviews({ now }: WaitingAt): Statement {
  return sql`
    select review.kind, review.id::text as id, review.account_id, null::uuid as institution_id,
      review.opened_at as since,
      case when review.kind = 'Plan' then version.start_date end as due_on, null::timestamptz as due_at,
      null::uuid as asked_by, null::text as needed_role, review.id::text as opens_id,
      coalesce(withdrawal.amount_minor, discount.taken_off_minor, ${sumOfSkipped},
        case when review.kind = 'Plan' then version.total_minor end) as amount,
      coalesce('to ' || payout.display_name || ${newAccount(now)}, invoice.name, ${skipped},
        case when plan.id is not null then 'fees changed: ' || review.note end,
        discount.type || coalesce(' ' || (discount.percent_basis_points / 100.0)::float8 || '%', '') || ' for ' ||
          coalesce(student.first_name || ' ' || student.last_name, 'all students') ||
          case when discount.letter_id is null then '' else ', with a letter' end,
        check_of.document_type, '') as about,
      case review.kind when 'Withdrawal' then case when payout.payable_from > ${now} then 'NewAccount' end
        when 'Plan' then ${discountInPlan}
        else coalesce(invoice.name, discount.type, check_of.document_type) end as words,
      jsonb_array_length(skip.details -> 'skipped') as count,
      coalesce(plan.tuition_year, discounted.tuition_year, skipping.tuition_year) as tuition_year
    from review
      left join withdrawal_request withdrawal on review.kind = 'Withdrawal'
        and withdrawal.account_id = review.account_id and withdrawal.id = review.subject_id
      left join payout_bank_account payout on payout.account_id = withdrawal.account_id
        and payout.id = withdrawal.bank_account_id
      left join invoice on review.kind = 'Invoice' and invoice.account_id = review.account_id
        and invoice.id = review.subject_id
      left join plan on review.kind in ('Plan', 'FeeChange') and plan.account_id = review.account_id
        and plan.id = review.subject_id
      left join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
        and version.version = plan.version
      left join identity_check check_of on review.kind = 'Identity' and check_of.account_id = review.account_id
        and check_of.id = review.subject_id
      left join declared_discount discount on review.kind = 'Discount'
        and discount.account_id = review.account_id and discount.id = review.subject_id
      left join plan_change skip on review.kind = 'Skip' and skip.account_id = review.account_id
        and skip.id = review.subject_id
      left join plan skipping on skipping.account_id = skip.account_id and skipping.id = skip.plan_id
      left join plan discounted on discounted.account_id = discount.account_id and discounted.id = discount.plan_id
      left join enrolment on enrolment.account_id = discount.account_id and enrolment.id = discount.enrolment_id
      left join student on student.account_id = enrolment.account_id and student.id = enrolment.student_id
    where review.status = 'Open' and not (review.kind = 'Withdrawal' and exists (
      select from approval where approval.kind = 'Withdrawal' and approval.key = review.id::text
        and approval.status = 'Open'))
    union all
    -- Approved, and nobody has said yet that the bank has paid it.
    select 'Withdrawal', withdrawal.id::text, withdrawal.account_id, null, withdrawal.decided_at, null,
      -- Promised is the first moment at which the bank may be told.
      case when payout.payable_from > ${now} then payout.payable_from end, null, null, null,
      withdrawal.amount_minor, coalesce('in payout ' || withdrawal.payout_number, 'approved') || ', to be paid to ' ||
        payout.display_name || ${newAccount(now)}, 'Approved', null, null
    from withdrawal_request withdrawal join payout_bank_account payout
      on payout.account_id = withdrawal.account_id and payout.id = withdrawal.bank_account_id
    where withdrawal.status = 'Approved'
    union all
    select 'Switch', change.account_id::text, change.account_id, null,
      coalesce(change.details_at, change.created_at), null, null, null, null, null, null::bigint,
      'from ' || change.from_product_type || ' to ' || change.to_product_type, null, null, null
    from product_change change join account on account.id = change.account_id and account.status = 'Active'
    where change.status = 'Processing' and not exists (
      select from review where review.account_id = change.account_id and review.kind = 'Identity'
        and review.status = 'Open')`
}
