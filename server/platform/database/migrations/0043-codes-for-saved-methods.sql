-- A payment link alone does not charge a saved method: its owner proves with a code that it is them. The code belongs to
-- one request and to the browser that asked for it, which holds the secret of `browser_hash` in a cookie.
create table saved_method_code (
  account_id uuid not null,
  id uuid not null,
  payment_request_id text not null,
  browser_hash bytea not null,
  -- Whom it was sent to.
  customer_id uuid not null references customer,
  code_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  wrong_tries int not null default 0,
  -- Used, locked by wrong tries, or replaced by a newer code.
  closed_at timestamptz,
  -- When the right code came. For some time from then on, this browser may charge saved methods for this request.
  proven_at timestamptz,
  primary key (account_id, id),
  unique (account_id, payment_request_id, browser_hash),
  foreign key (account_id, payment_request_id) references payment_request
);
create index saved_method_code_to_purge on saved_method_code (expires_at);
