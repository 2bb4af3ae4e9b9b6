-- Money that goes to the schools.

-- What was passed on to one school in one currency on one day.
create table remittance (
  id uuid primary key,
  institution_id uuid not null references institution,
  currency text not null check (currency in ('AUD', 'GBP')),
  remitted_on date not null,
  payment_count int not null check (payment_count > 0),
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null,
  -- When two people released it to be paid.
  released_at timestamptz,
  unique (institution_id, currency, remitted_on)
);
create index remittance_newest on remittance (remitted_on desc, institution_id);

-- The parts of a remittance: each is what a payment has paid the school, or the credit that lowered a plan.
create table remittance_line (
  account_id uuid not null,
  id uuid not null default gen_random_uuid(),
  remittance_id uuid not null references remittance,
  payment_id uuid,
  plan_id uuid,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (account_id, id),
  unique (account_id, payment_id, remittance_id),
  unique (account_id, plan_id),
  foreign key (account_id, payment_id) references payment,
  foreign key (account_id, plan_id) references plan,
  check (num_nonnulls(payment_id, plan_id) = 1)
);
create index remittance_line_of on remittance_line (remittance_id);
