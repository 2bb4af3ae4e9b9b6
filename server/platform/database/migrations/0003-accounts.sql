-- Accounts and the families behind them. From here on every table that grows is keyed by account first,
-- so that the data can be spread over a cluster by account and each account's rows lie together.

create table account (
  id uuid primary key,
  short_id text not null unique,
  region text not null check (region in ('AU', 'UK')),
  currency text not null check (currency = case region when 'AU' then 'AUD' else 'GBP' end),
  product_type text not null check (product_type in
    ('Assessment', 'Pay', 'PayPlus', 'PlusFunded', 'PlusServiced', 'PayIntegrated', 'Passthrough', 'Extend', 'Go')),
  status text not null check (status in ('Active', 'Inactive')),
  institution_id uuid not null references institution,
  setup_status text not null default 'NoFurtherSteps' check (setup_status in
    ('SetUpPaymentSchedule', 'AddPaymentMethod', 'VerifyYourIdentity', 'ManualReview', 'StepsCompleted', 'NoFurtherSteps')),
  is_setup_incomplete boolean not null default false,
  checks_setup_status boolean not null default false,
  setup_completed_at timestamptz,
  renewal_status text not null default 'New' check (renewal_status in
    ('New', 'Renewing', 'Graduating', 'Closed', 'Offboarding', 'NoFeeSchedule', 'NoRenewalDate')),
  -- False only while staff must step in before the plan may change.
  can_edit_or_add_plan boolean not null default true,
  allows_schedule_updates boolean not null default true,
  allows_source_updates boolean not null default true,
  -- False while the source of the running repayments must stay as it is.
  allows_repayment_change boolean not null default true,
  -- Null takes the school's list.
  allowed_regional_methods text[],
  allowed_portal_methods text[],
  shows_direct_debit_authorisation boolean,
  bpay_reference text check (bpay_reference ~ '^[0-9]{2,20}$'),
  bpay_amount_minor bigint check (bpay_amount_minor > 0),
  stripe_customer_id text,
  created_at timestamptz not null
);

-- Several accounts may belong to one customer, and several payers may share one account.
create table account_member (
  account_id uuid not null references account,
  customer_id uuid not null references customer,
  primary key (account_id, customer_id)
);
create index account_member_by_customer on account_member (customer_id);

-- A student whose fees are split has the same id in the account of each payer.
create table student (
  account_id uuid not null references account,
  id uuid not null,
  first_name text not null,
  last_name text not null,
  primary key (account_id, id)
);

create table enrolment (
  account_id uuid not null,
  id uuid not null,
  student_id uuid not null,
  institution_id uuid not null references institution,
  start_year int not null,
  start_year_level text not null,
  -- This payer's share of the student's fees; one payer of each student holds the remainder.
  portion_basis_points int not null default 10000 check (portion_basis_points between 1 and 10000),
  holds_remainder boolean not null default true,
  primary key (account_id, id),
  foreign key (account_id, student_id) references student
);

create table product_change (
  account_id uuid primary key references account,
  from_product_type text not null,
  to_product_type text not null,
  status text not null check (status in ('VerifyYourDetails', 'Processing', 'VerifyYourIdentity', 'Completed')),
  frequency text,
  created_at timestamptz not null,
  completed_at timestamptz
);
