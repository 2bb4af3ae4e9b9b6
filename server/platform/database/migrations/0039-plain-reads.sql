-- The code writes fees and finds the next payment: the columns and functions that did so here are not read any more.
alter table plan_version drop column family_fees_shown, drop column student_fees_shown;

drop function family_fees_shown(jsonb);
drop function student_fees_shown(jsonb);
drop function addons_shown(jsonb);
drop function fee_lines_shown(jsonb);

-- As before, but without the next payment.
create or replace view account_facts as
select known."accountId" as account_id, row_to_json(known) as facts
from (
  select account_basics.*,
    exists (
      select from repayment_source source where source.account_id = account_basics."accountId" and source.status = 'Usable'
    ) as "hasUsableSource",
    coalesce((
      select json_agg(json_build_object(
        'id', plan.id, 'tuitionYear', plan.tuition_year, 'status', plan.status,
        'startDate', version.start_date, 'savedBy', version.saved_by) order by plan.tuition_year)
      from plan join plan_version version
        on version.account_id = plan.account_id and version.plan_id = plan.id and version.version = plan.version
      where plan.account_id = account_basics."accountId"
    ), '[]') as plans
  from account_basics
) known;
