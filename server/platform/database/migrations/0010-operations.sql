-- What the house needs to run: messages on their way out, the audit trail, settings, reports from browsers.

create table outbox_message (
  id uuid primary key,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  subject text,
  text_body text not null,
  html_body text,
  -- A secret (a code, a log-in link) is wiped from the row once it is sent or too late to send.
  is_secret boolean not null default false,
  send_before timestamptz,
  status text not null default 'Waiting' check (status in ('Waiting', 'Sent', 'Expired', 'Refused')),
  tries int not null default 0,
  last_error text,
  customer_id uuid references customer,
  account_id uuid references account,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index outbox_waiting on outbox_message (created_at) where status = 'Waiting';

create table audit_event (
  -- The account it is about, or the customer where there is no account yet.
  subject_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('Customer', 'Guest', 'Staff', 'System')),
  actor_id uuid,
  impersonator_email text,
  action text not null,
  details jsonb not null default '{}',
  request_id text,
  primary key (subject_id, id)
);
create index audit_event_newest on audit_event (subject_id, at desc);
create trigger audit_event_append_only before update or delete on audit_event
  for each row execute function refuse_change();

create table setting (
  name text primary key,
  value jsonb not null
);

create table client_error (
  id uuid primary key,
  at timestamptz not null,
  customer_id uuid,
  environment text not null,
  path text not null,
  message text not null,
  stack text,
  request_id text
);
