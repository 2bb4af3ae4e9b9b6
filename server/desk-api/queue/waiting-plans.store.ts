import { balanceBeyondPayments } from '../../books/charges/charges.reads.ts'
import { careInQueue } from '../../plans/care/care-desk.reads.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { stalledPlansInQueue } from '../../plans/payment-schedule/unfinished-plans.reads.ts'
import type { WaitingAt } from './waiting-row.ts'

/** Plans that need staff without a request, and families that cannot keep to their plan. */
export function waitingPlans({ now }: WaitingAt): Statement {
  return sql`
    -- A plan leaves out terms that ended after the family had joined, and no person has said so.
    select 'PartYear', plan.id::text, plan.account_id, null::uuid, version.saved_at, null::date, null::timestamptz,
      null::uuid, null, null, -version.part_year_adjustment_minor,
      'leaves out the terms before ' || plan.cover_from || ', but the family joined earlier', null, null::int,
      plan.tuition_year
    from plan
      cross join lateral (
        select saved_by, saved_at, part_year_adjustment_minor from plan_version
        where plan_version.account_id = plan.account_id and plan_version.plan_id = plan.id and not is_rest_only
        order by plan_version.version desc limit 1) version
      join account family on family.id = plan.account_id
    where plan.status in ('Saved', 'Current') and plan.cover_from is not null
      and version.part_year_adjustment_minor <> 0 and version.saved_by <> 'Staff' and exists (
        select from fee_schedule fees join fee_schedule_term term on term.fee_schedule_id = fees.id
        where fees.institution_id = family.institution_id and fees.tuition_year = plan.tuition_year
          and term.ends_on < plan.cover_from and term.ends_on >= (
            select min(coalesce(joined_on, '-infinity')) from enrolment where enrolment.account_id = plan.account_id))
    union all
    -- A renewed plan that has not started, because nothing could be taken.
    select 'RenewalWithoutMethod', plan.id::text, plan.account_id, null, plan.held_on::timestamptz, null, null, null, null,
      null, version.total_minor, 'has not started: ' || case when can_pay(plan.account_id, ${now}::timestamptz::date)
        then 'there is a payment method now, but no plan can be made for the rest of the year'
        else 'no payment method can be charged' end, null, null, plan.tuition_year
    from plan
      join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
        and version.version = plan.version
      join account family on family.id = plan.account_id and family.status = 'Active'
        and family.renewal_status = 'Renewing'
    where plan.held_on is not null and plan.status = 'Draft'
    union all
    -- Nothing is collected for the year, because nobody has finished its plan.
    select stalled.kind, stalled.id, stalled.account_id, null, stalled.since, null, null, null, null, null, null,
      stalled.about, null, null, stalled.tuition_year
    from (${stalledPlansInQueue(now)})
      as stalled (kind, id, account_id, institution_id, since, amount, about, tuition_year)
    union all
    -- The school does not get the credit that lowers a plan, because it is in the balance no more.
    select 'PlanCredit', plan.id::text, plan.account_id, null, begun.start_date::timestamptz, null, null, null, null, null,
      used.credit, 'has not gone to the school: the family’s balance is lower than the credit', null, null,
      plan.tuition_year
    from plan_with_credit plan
      join account family on family.id = plan.account_id and family.closed_at is null
      cross join lateral (
        select greatest(0, least(0 - balance_at_start_minor, total_minor - balance_at_start_minor)) as credit) used
      cross join lateral (
        select min(start_date) as start_date from plan_version
        where plan_version.account_id = plan.account_id and plan_version.plan_id = plan.id) begun
    where plan.status in ('Current', 'Completed') and used.credit > ${balanceBeyondPayments(sql`plan.account_id`)}
    union all
    -- A family finds it hard to pay and waits for our answer.
    select care.kind, care.id, care.account_id, null, care.since, care.answer_by, null, null, null, null, null,
      care.about, null, null, null
    from (${careInQueue}) as care (kind, id, account_id, since, answer_by, about)`
}
