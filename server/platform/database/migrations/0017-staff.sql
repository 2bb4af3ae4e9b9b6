-- Our own people at work: how they log in, in whose name they look, what the house did by itself.

create table staff_code (
  staff_id uuid not null references staff,
  id uuid not null,
  code_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  wrong_tries int not null default 0,
  -- Used, locked by wrong tries, or replaced by a newer code.
  closed_at timestamptz,
  primary key (staff_id, id)
);
create unique index one_open_staff_code on staff_code (staff_id) where closed_at is null;

create table staff_session (
  staff_id uuid not null references staff,
  id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (staff_id, id)
);

alter table staff add constraint staff_mobile_e164 check (mobile_e164 ~ '^\+[1-9][0-9]{6,14}$');

-- A permission to look at the portal as one customer sees it: used once, over for good at its end.
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

-- Names and numbers are looked up by how they begin, so the order must be that of plain characters.
create index customer_by_email on customer (email collate "C");
create index customer_by_first_name on customer (lower(first_name) collate "C");
create index customer_by_last_name on customer (lower(last_name) collate "C");
create index customer_by_whole_name on customer (lower(first_name || ' ' || last_name) collate "C");
create index customer_by_mobile on customer (mobile_e164);

-- What the house did by the clock. Jobs for single things (a message, an event) are in the queue's own tables.
create table job_run (
  name text not null,
  id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('Done', 'Failed')),
  error text,
  primary key (name, id)
);
create index job_run_newest on job_run (name, started_at desc);
create index job_run_by_time on job_run (started_at);

create index chat_newest on chat_message (account_id, created_at desc);
create index outbox_newest on outbox_message (created_at desc);
create index client_error_newest on client_error (at desc);
create index audit_event_by_actor on audit_event (actor_id, at desc) where actor_kind = 'Staff';

-- What the fund told us, each thing once; an older word never overrules a newer one.
create table contribution_event (
  id text primary key,
  customer_id uuid not null references customer,
  status text not null,
  happened_at timestamptz not null,
  received_at timestamptz not null
);
alter table voluntary_contribution add column told_at timestamptz;
