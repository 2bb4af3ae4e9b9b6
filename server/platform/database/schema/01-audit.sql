-- The audit trail: what everybody did, in an order that nobody can change.

-- The trigger of everything that is append-only.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: a correction is a new row', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The audit trail: one row for each thing that somebody did, or that the system did by itself. Rows are never changed,
-- deleted or truncated.
create table audit_event (
  -- The account that it is about, or the customer where there is no account yet.
  subject_id uuid not null,
  id uuid not null,
  -- The order in which events were written, for the chain over them.
  seq bigint generated always as identity,
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
create index audit_event_by_actor on audit_event (actor_id, at desc) where actor_kind = 'Staff';
create index audit_event_in_order on audit_event (seq);
-- The audit trail is searched by time and by action, over all subjects.
create index audit_event_by_time on audit_event (at desc, id desc);
create index audit_event_by_action on audit_event (action, at desc, id desc);
create trigger audit_event_append_only before update or delete on audit_event
  for each row execute function refuse_change();
create trigger audit_event_not_emptied before truncate on audit_event
  for each statement execute function refuse_change();

-- The hash chain over the audit trail. Each seal hashes the events since the seal before it, together with that seal's
-- hash.
create table audit_seal (
  number bigint primary key check (number >= 0),
  -- The last event that it covers.
  last_seq bigint not null,
  -- The last event that existed when it was made. The next seal covers what is up to here: an event whose transaction
  -- was still open would otherwise look as if it had been inserted later.
  seen_seq bigint not null check (seen_seq >= last_seq),
  events bigint not null check (events >= 0),
  digest text not null,
  sealed_at timestamptz not null
);
create trigger audit_seal_append_only before update or delete on audit_seal
  for each row execute function refuse_change();
create trigger audit_seal_not_emptied before truncate on audit_seal
  for each statement execute function refuse_change();
