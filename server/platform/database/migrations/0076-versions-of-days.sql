-- A version in which only the payments to come are others. Who has made it has decided nothing about fees.
alter table plan_version add column is_rest_only boolean not null default false;
update plan_version set is_rest_only = true
from plan_change change
where change.account_id = plan_version.account_id and change.plan_id = plan_version.plan_id
  and change.version = plan_version.version and change.status in ('Made', 'Undone');
