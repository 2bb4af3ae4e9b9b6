-- The people who pay, and how they log in.

-- Finds parts of names, for the search of the desk.
create extension if not exists pg_trgm;

-- A person who pays: a parent, or whoever else has a log-in to the portal. E-mail addresses are lower case, so that one
-- person is one row.
create table customer (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  mobile_e164 text check (mobile_e164 ~ '^\+[1-9][0-9]{6,14}$'),
  region text not null check (region in ('AU', 'UK')),
  status text not null default 'Active' check (status in ('Active', 'Disabled')),
  birth_date date,
  created_at timestamptz not null
);
-- Names and numbers are found by their beginning, which needs the order of plain characters.
create index customer_by_email on customer (email collate "C");
create index customer_by_first_name on customer (lower(first_name) collate "C");
create index customer_by_last_name on customer (lower(last_name) collate "C");
create index customer_by_whole_name on customer (lower(first_name || ' ' || last_name) collate "C");
create index customer_by_mobile on customer (mobile_e164);
-- Staff also find families by what they hear on the phone: a part of a name or of an address.
create index customer_like_name on customer using gin (lower(first_name || ' ' || last_name) gin_trgm_ops);
create index customer_like_email on customer using gin (split_part(email, '@', 1) gin_trgm_ops);
create index customer_by_mobile_beginning on customer (mobile_e164 collate "C");

-- The addresses of a customer: the current one, and former ones for identity checks.
create table customer_address (
  customer_id uuid not null references customer,
  id uuid not null,
  status text not null check (status in ('Current', 'Previous')),
  unit_no text not null default '',
  street_no text not null default '',
  street text not null default '',
  suburb text not null default '',
  state text not null,
  postcode text not null,
  full_address text not null,
  primary key (customer_id, id)
);
create unique index one_current_address on customer_address (customer_id) where status = 'Current';

-- Sessions of customers. The key begins with the customer, because a customer logs in before choosing an account.
create table session (
  customer_id uuid not null references customer,
  id text not null,
  -- How the customer proved who they are. Paying money out needs more than a mailed link.
  proof text not null check (proof in ('Code', 'Link', 'Impersonation')),
  impersonator_email text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (customer_id, id)
);

-- One-time codes for the log-in of customers. Only a hash is stored.
create table login_code (
  customer_id uuid not null references customer,
  id uuid not null,
  -- The device or the range of addresses that requested it. A request from elsewhere does not replace the code.
  asked_from text not null default '',
  code_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  wrong_tries int not null default 0,
  -- Used, locked by wrong tries, or replaced by a newer code.
  closed_at timestamptz,
  primary key (customer_id, id)
);
create unique index one_open_code on login_code (customer_id, asked_from) where closed_at is null;

-- Log-in links that were mailed to customers. Each works once.
create table login_link (
  customer_id uuid not null references customer,
  id text not null,
  -- As for codes.
  asked_from text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  primary key (customer_id, id)
);
create unique index one_open_link on login_link (customer_id, asked_from) where closed_at is null;

-- A permission for one member of staff to see the portal as one customer sees it. It is used once, and ends for good at
-- `ends_at`.
create table impersonation (
  customer_id uuid not null references customer,
  id text not null,
  staff_id uuid not null references staff,
  reason text not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  closed_at timestamptz,
  primary key (customer_id, id)
);

-- Every change of a customer's e-mail address or mobile number by staff. Until `blocked_until`, and while a stopped
-- change is not resolved, no money leaves the accounts of this customer.
create table contact_change (
  customer_id uuid not null references customer,
  id uuid not null,
  old_email text not null,
  new_email text not null,
  old_mobile text,
  new_mobile text,
  changed_at timestamptz not null,
  changed_by uuid not null references staff,
  reason text not null,
  blocked_until timestamptz not null,
  -- The link in the message to the former address. Only its hash is stored, so that reading this table stops nothing.
  stop_hash bytea not null,
  stop_by timestamptz not null,
  stopped_at timestamptz,
  resolved_at timestamptz,
  resolved_by uuid references staff,
  resolution text constraint contact_change_resolution_check check (resolution in ('Keep', 'Restore')),
  resolution_reason text,
  primary key (customer_id, id),
  check (old_email <> new_email or old_mobile is distinct from new_mobile),
  check (num_nonnulls(resolved_at, resolved_by, resolution, resolution_reason) in (0, 4)),
  check (resolved_at is null or stopped_at is not null)
);
create index contact_change_by_hash on contact_change (stop_hash);
create index contact_change_by_id on contact_change (id);
create index contact_change_to_resolve on contact_change (stopped_at)
  where stopped_at is not null and resolved_at is null;

-- Whether a customer gives to the contribution fund, as the fund last reported.
create table voluntary_contribution (
  customer_id uuid primary key references customer,
  status text not null check (status in ('Active', 'Inactive', 'InviteSent')),
  invite_url text not null,
  -- When the event happened that the status is from.
  told_at timestamptz
);

-- What the contribution fund reported, each event once. An older event never overrules a newer one.
create table contribution_event (
  id text primary key,
  customer_id uuid not null references customer,
  status text not null,
  happened_at timestamptz not null,
  received_at timestamptz not null
);
