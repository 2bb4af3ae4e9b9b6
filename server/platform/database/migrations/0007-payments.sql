-- Payments and what the providers say of them.

create table payment_request (
  account_id uuid not null references account,
  -- The secret in a guest's link: at least 128 random bits outside the demo families.
  id text not null unique,
  institution_id uuid not null references institution,
  period_name text,
  amount_due_minor bigint not null check (amount_due_minor >= 0),
  amount_paid_minor bigint not null default 0 check (amount_paid_minor >= 0),
  overdue_minor bigint not null default 0 check (overdue_minor >= 0),
  annual_total_minor bigint,
  due_on date not null,
  expires_at timestamptz not null,
  status text not null default 'Open' check (status in ('Open', 'PartPaid', 'Paid', 'Cancelled', 'Expired')),
  shows_breakdown boolean not null default false,
  invoice_id uuid,
  created_at timestamptz not null,
  primary key (account_id, id)
);

create table payment (
  account_id uuid not null references account,
  id uuid not null,
  kind text not null check (kind in ('Instalment', 'Early', 'Guest', 'Deposit', 'Offline')),
  source_id uuid,
  payment_request_id text,
  plan_id uuid,
  instalment_seq int,
  institution_id uuid not null references institution,
  currency text not null check (currency in ('AUD', 'GBP')),
  amount_minor bigint not null check (amount_minor > 0),
  surcharge_minor bigint not null default 0 check (surcharge_minor >= 0),
  surcharge_basis_points int not null default 0,
  status text not null check (status in
    ('Created', 'Sent', 'Processing', 'Unknown', 'Succeeded', 'Failed', 'Refunded', 'Disputed')),
  client_request_id text,
  body_hash text,
  attempt int not null default 1 check (attempt between 1 and 10),
  provider_key text unique,
  provider_payment_id text unique,
  failure_code text,
  amount_change_reason text,
  amount_change_description text check (length(amount_change_description) <= 100),
  next_look_at timestamptz,
  -- The day on which the money counts, in the account's time zone.
  paid_on date check (status <> 'Succeeded' or paid_on is not null),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  -- For ever: the provider may forget a key after a day, we do not.
  unique (account_id, client_request_id),
  foreign key (account_id, plan_id, instalment_seq) references instalment
);
create index payment_last_paid on payment (account_id, paid_on desc, created_at desc) where status = 'Succeeded';
create index payment_to_look_at on payment (next_look_at) where status in ('Sent', 'Processing', 'Unknown');

alter table instalment add foreign key (account_id, payment_id) references payment;

-- The stored answer of a call that must not happen twice.
create table idempotency_key (
  account_id uuid not null references account,
  scope text not null,
  key text not null check (length(key) between 8 and 255),
  body_hash text not null,
  reply_status int,
  reply_body jsonb,
  created_at timestamptz not null,
  primary key (account_id, scope, key)
);

create table checkout_session (
  account_id uuid not null references account,
  id text not null unique,
  payment_request_id text,
  amount_minor bigint,
  status text not null check (status in ('Open', 'Complete', 'Expired')),
  payment_id uuid,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payment
);

-- Raw webhooks, each stored once before anything is done with it. Arrives before its account is known.
create table provider_event (
  id text primary key,
  provider text not null,
  kind text not null,
  body jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  tries int not null default 0,
  last_error text
);

-- Lines of the bank's deposit file; a line that fits no account waits in suspense and is never dropped.
create table deposit (
  file_hash text not null,
  line int not null,
  biller_code text not null,
  reference text not null,
  amount_minor bigint not null check (amount_minor > 0),
  received_on date not null,
  account_id uuid references account,
  payment_id uuid,
  created_at timestamptz not null,
  primary key (file_hash, line)
);
