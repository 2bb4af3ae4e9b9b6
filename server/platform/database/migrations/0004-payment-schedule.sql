-- Plans. The plan is the promise for one tuition year; each save is a version that is never changed.

create table plan (
  account_id uuid not null references account,
  id uuid not null,
  tuition_year int not null,
  status text not null check (status in ('Draft', 'Saved', 'ManualReview', 'Current', 'Completed')),
  version int not null default 1,
  tailored_type text,
  tailored_until date,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, tuition_year)
);

create table plan_version (
  account_id uuid not null,
  plan_id uuid not null,
  version int not null,
  saved_by text not null check (saved_by in ('Customer', 'Staff', 'Renewal')),
  saved_by_id uuid,
  saved_at timestamptz not null,
  frequency text not null check (frequency in
    ('Week', 'Fortnight', 'Month', 'Quarter', 'Term', 'Trimester', 'TwicePerYear', 'Semester', 'Year')),
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  repayment_count int not null check (repayment_count >= 0),
  periodic_amount_minor bigint not null,
  total_minor bigint not null,
  annual_total_minor bigint not null,
  school_fees_minor bigint not null,
  part_year_adjustment_minor bigint not null default 0 check (part_year_adjustment_minor <= 0),
  balance_at_start_minor bigint not null default 0,
  outstanding_fees_minor bigint not null default 0 check (outstanding_fees_minor >= 0),
  outstanding_fees_covered boolean not null default false,
  based_on_fee_schedule_year int not null,
  family_fees jsonb not null default '[]',
  student_fees jsonb not null default '[]',
  variances jsonb not null default '{}',
  primary key (account_id, plan_id, version),
  foreign key (account_id, plan_id) references plan
);

create table instalment (
  account_id uuid not null,
  plan_id uuid not null,
  seq int not null check (seq >= 1),
  due_on date not null,
  -- The same or the next business day: when the money is really collected.
  collect_on date not null check (collect_on >= due_on),
  amount_minor bigint not null check (amount_minor > 0),
  status text not null default 'Scheduled' check (status in
    ('Scheduled', 'Collecting', 'Paid', 'Overdue', 'Cancelled')),
  payment_id uuid,
  -- Unique per plan and sequence, so that no instalment can be collected twice.
  primary key (account_id, plan_id, seq),
  foreign key (account_id, plan_id) references plan
);
create index instalment_to_collect on instalment (collect_on) where status = 'Scheduled';
