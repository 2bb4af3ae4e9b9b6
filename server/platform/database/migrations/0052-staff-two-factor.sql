-- The authenticator app of a member of staff, as a second factor at log-in.
create table staff_totp (
  staff_id uuid primary key references staff,
  secret bytea not null,
  encryption_key_id text not null,
  created_at timestamptz not null,
  -- Null until a code from the app has proved that it has the secret.
  confirmed_at timestamptz,
  -- Of the last code that was accepted: neither it nor an older one works again.
  last_step bigint not null default 0
);

-- For when the app or the text message is out of reach. Each works once.
create table staff_recovery_code (
  staff_id uuid not null references staff_totp on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

-- A session of staff ends when it is not used for a while. Null: not since it began.
alter table staff_session add column last_used_at timestamptz;
