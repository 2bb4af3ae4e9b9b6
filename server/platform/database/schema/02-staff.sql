-- The company's employees, and how they log in.

-- The company's employees who may log in to the desk. Somebody who leaves is disabled, not deleted.
create table staff (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  role text not null check (role in ('support', 'operations', 'admin')),
  mobile_e164 text,
  status text not null default 'Active' check (status in ('Active', 'Disabled')),
  created_at timestamptz not null,
  constraint staff_mobile_e164 check (mobile_e164 ~ '^\+[1-9][0-9]{6,14}$')
);

-- One-time codes for the log-in of staff. Only a hash is stored.
create table staff_code (
  staff_id uuid not null references staff,
  id uuid not null,
  -- The device or the range of addresses that requested it. A request from elsewhere does not replace the code.
  asked_from text not null default '',
  code_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  wrong_tries int not null default 0,
  -- Used, locked by wrong tries, or replaced by a newer code.
  closed_at timestamptz,
  primary key (staff_id, id)
);
create unique index one_open_staff_code on staff_code (staff_id, asked_from) where closed_at is null;

-- Sessions of staff.
create table staff_session (
  staff_id uuid not null references staff,
  id text not null,
  created_at timestamptz not null,
  -- A session that is not used for a while ends. Null: not used since it began.
  last_used_at timestamptz,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (staff_id, id)
);

-- The authenticator app of a member of staff: the second factor at log-in.
create table staff_totp (
  staff_id uuid primary key references staff,
  secret bytea not null,
  encryption_key_id text not null,
  created_at timestamptz not null,
  -- Null until a code from the app has proved that it has the secret.
  confirmed_at timestamptz,
  -- The time step of the last accepted code: neither it nor an older one works again.
  last_step bigint not null default 0
);

-- Codes for staff who have neither their app nor their text messages at hand. Each works once.
create table staff_recovery_code (
  staff_id uuid not null references staff_totp on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

-- Which member of staff has taken an item of the queue. It holds for what was waiting when it was taken: a chat that
-- was answered and is written to again is unassigned.
create table queue_assignment (
  kind text not null,
  item text not null,
  staff_id uuid not null references staff,
  taken_at timestamptz not null,
  primary key (kind, item)
);
create index queue_assignment_by_time on queue_assignment (taken_at);
