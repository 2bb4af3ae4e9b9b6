-- Accounts, and the families behind them.

-- The account of one family at one school. Every table that grows is keyed by account first, so that a cluster can
-- spread the data by account and keep each account's rows together.
create table account (
  id uuid primary key,
  short_id text not null unique,
  region text not null check (region in ('AU', 'UK')),
  currency text not null check (currency = case region when 'AU' then 'AUD' else 'GBP' end),
  product_type text not null
    check (product_type in (
      'Assessment', 'Pay', 'PayPlus', 'PlusFunded', 'PlusServiced', 'PayIntegrated', 'Passthrough', 'Extend', 'Go')),
  status text not null check (status in ('Active', 'Inactive')),
  -- When staff closed it. An account that is being set up may be inactive without ever having been closed.
  closed_at timestamptz check (closed_at is null or status = 'Inactive'),
  institution_id uuid not null references institution,
  setup_status text not null default 'NoFurtherSteps'
    check (setup_status in (
      'SetUpPaymentSchedule', 'AddPaymentMethod', 'VerifyYourIdentity', 'ManualReview', 'StepsCompleted',
      'NoFurtherSteps')),
  is_setup_incomplete boolean not null default false,
  checks_setup_status boolean not null default false,
  setup_completed_at timestamptz,
  renewal_status text not null default 'New'
    check (renewal_status in (
      'New', 'Renewing', 'Graduating', 'Closed', 'Offboarding', 'NoFeeSchedule', 'NoRenewalDate')),
  -- The last tuition year of a family that has said that it leaves.
  leaves_after int,
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
create index account_to_finish on account (setup_completed_at) where setup_status = 'StepsCompleted';
-- Staff list the accounts of a school, and those that are still being set up, a page at a time.
create index account_of_school on account (institution_id, short_id);
create index account_being_set_up on account (setup_status, short_id) where setup_status <> 'NoFurtherSteps';
create index account_by_short_id_beginning on account (short_id collate "C");
create index account_by_bpay_reference on account (bpay_reference collate "C") where bpay_reference is not null;
create index account_at_provider on account (stripe_customer_id) where stripe_customer_id is not null;

-- Who may use an account. A customer may have several accounts, and several payers may share one.
create table account_member (
  account_id uuid not null references account,
  customer_id uuid not null references customer,
  primary key (account_id, customer_id)
);
create index account_member_by_customer on account_member (customer_id);

-- Who gets the messages about a family's money: the customer who registered first.
create function payer_of(account uuid) returns json stable language sql as $$
  select json_build_object('id', customer.id, 'email', customer.email, 'firstName', customer.first_name,
    'mobile', customer.mobile_e164)
  from account_member join customer on customer.id = account_member.customer_id
  where account_member.account_id = account
  order by customer.created_at, customer.id limit 1
$$;

-- The students whose fees an account pays. A student whose fees are split has the same id in the account of each payer.
create table student (
  account_id uuid not null references account,
  id uuid not null,
  first_name text not null,
  last_name text not null,
  primary key (account_id, id)
);
create index student_like_name on student using gin (lower(first_name || ' ' || last_name) gin_trgm_ops);
create index student_by_last_name on student (lower(last_name) collate "C");
create index student_by_first_name on student (lower(first_name) collate "C");

-- A student at a school, and the share of the fees that this account pays.
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
  -- The day from which the family pays for the student through us. It decides which terms a first plan charges, so that
  -- no plan becomes cheaper by waiting.
  joined_on date,
  primary key (account_id, id),
  foreign key (account_id, student_id) references student
);
-- Where fees are split, the other payers of a student are in other accounts.
create index enrolment_by_student on enrolment (student_id);
-- Plans are found by the school whose fees they were made with.
create index enrolment_by_institution on enrolment (institution_id, account_id);

-- The offer to a family to change to instalments, and how far it has got.
create table product_change (
  account_id uuid primary key references account,
  from_product_type text not null,
  to_product_type text not null,
  status text not null check (status in ('VerifyYourDetails', 'Processing', 'VerifyYourIdentity', 'Completed')),
  frequency text,
  invited_by uuid references staff,
  created_at timestamptz not null,
  details_at timestamptz,
  completed_at timestamptz
);
-- The few rows that staff have to finish, or that can be cleared.
create index product_changes_to_finish on product_change (status) where status in ('Processing', 'Completed');

-- A calendar of payments that a customer's devices fetch. Its address is made of these ids and a signature that only
-- the server can write, so that reading this table does not reveal it. A customer who stops being a member loses it.
create table calendar_feed (
  account_id uuid not null,
  customer_id uuid not null,
  id uuid not null,
  created_at timestamptz not null,
  primary key (account_id, customer_id),
  unique (account_id, id),
  foreign key (account_id, customer_id) references account_member on delete cascade
);

-- What the next member of staff should know about a family. The portal does not show it, but it is part of what a
-- family gets when it asks for its data.
create table family_note (
  account_id uuid not null references account,
  id uuid not null,
  body text not null check (length(body) between 1 and 2000),
  is_pinned boolean not null,
  written_by uuid not null references staff,
  written_at timestamptz not null,
  changed_at timestamptz,
  primary key (account_id, id)
);
