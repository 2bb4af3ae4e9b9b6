-- The day on which a renewed plan was to start and there was no payment method to take it from. Until there is one, the
-- plan is an estimate and promises nothing.
alter table plan add column held_on date;
create index plan_held on plan (account_id) where held_on is not null and status = 'Draft';

-- Whether the method that pays on a day can be charged then. `payingSourceOn` in domain/payment-methods and `isUsable` in
-- server/payment-methods say the same.
create function can_pay(wanted uuid, day date) returns boolean language sql stable as $$
  select exists (
    select from repayment_source source
    where source.account_id = wanted and source.id = coalesce((
        select change.source_id from repayment_change change
        where change.account_id = wanted and change.status = 'Pending' and change.effective_on <= day
        order by change.effective_on desc limit 1), paying_source_id(wanted))
      and source.status = 'Usable' and source.mandate_status is distinct from 'inactive'
      and (source.card_expiry is null or source.card_expiry >= to_char(day, 'YYYY-MM')))
$$;

-- A plan that was prepared by renewal, of which nothing is paid yet and nothing can be taken on this day. It does not
-- start by itself. What staff have saved was talked about with the family, and starts.
create function lacks_method(of_account uuid, of_plan uuid, day date) returns boolean language sql stable as $$
  select exists (
      select from plan_version where account_id = of_account and plan_id = of_plan and saved_by = 'Renewal')
    and not exists (
      select from plan join plan_version version on version.account_id = plan.account_id
        and version.plan_id = plan.id and version.version = plan.version
      where plan.account_id = of_account and plan.id = of_plan and version.saved_by = 'Staff')
    and exists (select from instalment where account_id = of_account and plan_id = of_plan)
    and not exists (
      select from instalment where account_id = of_account and plan_id = of_plan
        and (status <> 'Scheduled' or covered_minor > 0))
    and not can_pay(of_account, day)
$$;
