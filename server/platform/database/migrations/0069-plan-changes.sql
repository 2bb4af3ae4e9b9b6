-- The day on which a payment was to be collected before the family moved it.
alter table instalment add column moved_from date check (moved_from < collect_on);

-- What a school lets families change of a plan that runs, where it differs from the usual: `Flexibility` in domain/plan.
alter table institution add column flexibility jsonb not null default '{}';

-- What was changed of a plan that runs, or what a family has asked to change.
create table plan_change (
  account_id uuid not null,
  id uuid not null,
  plan_id uuid not null,
  kind text not null check (kind in ('Move', 'Skip', 'Extra', 'Arrangement')),
  status text not null check (status in ('Asked', 'Made', 'Undone', 'Declined', 'Withdrawn')),
  made_by text not null check (made_by in ('Customer', 'Staff')),
  made_by_id uuid,
  made_at timestamptz not null,
  -- The version of the plan that it made; null until it is made.
  version int check ((version is null) = (status in ('Asked', 'Declined', 'Withdrawn'))),
  -- The last day on which it can be undone; null where it cannot.
  undo_until date,
  -- What was changed, as the family reads it.
  details jsonb not null,
  -- The payments that were to come before and after it: undoing it brings back the first, while the second are still there.
  before jsonb not null,
  after jsonb not null,
  ended_at timestamptz check ((ended_at is null) = (status in ('Asked', 'Made'))),
  primary key (account_id, id),
  foreign key (account_id, plan_id) references plan
);
create index plan_change_of_plan on plan_change (account_id, plan_id, made_at);
create unique index one_asked_change on plan_change (account_id, plan_id) where status = 'Asked';
