-- A school changes its fees: what staff have seen of it beforehand, and how far it is carried out.

create table fee_change (
  id uuid primary key,
  institution_id uuid not null references institution,
  tuition_year int not null,
  status text not null check (status in ('Previewed', 'Replaced', 'Applying', 'Applied')),
  -- The fees of the year when they were looked at, null where there were none; and as they are to be.
  fees_before jsonb,
  fees_after jsonb not null,
  -- What staff were shown: every plan with its amounts. The digest tells whether it still holds.
  preview jsonb not null,
  digest text not null,
  previewed_by uuid not null references staff,
  previewed_at timestamptz not null,
  -- The preview that took its place, because amounts had changed when it was to be applied.
  replaced_by uuid references fee_change,
  applied_by uuid references staff,
  reason text,
  request_id text,
  applied_at timestamptz,
  finished_at timestamptz
);
create unique index fee_change_being_applied on fee_change (institution_id, tuition_year) where status = 'Applying';

-- One row for each plan that a change concerns; a process that was killed leaves the others pending.
create table fee_change_plan (
  account_id uuid not null,
  fee_change_id uuid not null references fee_change,
  plan_id uuid not null,
  status text not null default 'Pending' check (status in ('Pending', 'Recalculated', 'Review', 'Unchanged')),
  -- What was done, with the amounts before and after.
  effect jsonb,
  done_at timestamptz,
  primary key (account_id, fee_change_id, plan_id),
  foreign key (account_id, plan_id) references plan
);
create index fee_change_plan_pending on fee_change_plan (fee_change_id, account_id) where status = 'Pending';
create index fee_change_plan_of on fee_change_plan (fee_change_id);
-- Plans are found by the school whose fees they were made with.
create index enrolment_by_institution on enrolment (institution_id, account_id);

alter table plan_version drop constraint plan_version_saved_by_check,
  add constraint plan_version_saved_by_check check (saved_by in ('Customer', 'Staff', 'Renewal', 'School'));

-- Why it waits for people, where that is not plain from its kind.
alter table review add column note text;
alter table review drop constraint review_kind_check,
  add constraint review_kind_check check (kind in ('Plan', 'Discount', 'FeeChange', 'Identity', 'Invoice', 'Withdrawal'));
