-- Who is in. Keyed by customer first: a customer logs in before choosing an account.

create table session (
  customer_id uuid not null references customer,
  id text not null,
  -- How the customer proved who they are; money out asks for more than a mailed link.
  proof text not null check (proof in ('Code', 'Link', 'Impersonation')),
  impersonator_email text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (customer_id, id)
);

create table login_code (
  customer_id uuid not null references customer,
  id uuid not null,
  code_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  wrong_tries int not null default 0,
  -- Used, locked by wrong tries, or replaced by a newer code.
  closed_at timestamptz,
  primary key (customer_id, id)
);
create unique index one_open_code on login_code (customer_id) where closed_at is null;

create table login_link (
  customer_id uuid not null references customer,
  id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  primary key (customer_id, id)
);
create unique index one_open_link on login_link (customer_id) where closed_at is null;

-- Counters that hold across processes and restarts. Losing them in a crash costs nothing worth a disk write.
create unlogged table rate_limit (
  key text primary key,
  window_starts_at timestamptz not null,
  window_ms bigint not null,
  hits int not null
);
