-- The order in which audit events were written, for the chain over them.
alter table audit_event add column seq bigint generated always as identity;
create index audit_event_in_order on audit_event (seq);

-- Each seal has a hash over the events since the one before, and over the hash of that.
create table audit_seal (
  number bigint primary key check (number >= 0),
  -- The last event that it covers.
  last_seq bigint not null,
  -- The last event that there was when it was made. The next seal covers what is up to here: an event whose
  -- transaction was still open would otherwise look as if somebody had inserted it later.
  seen_seq bigint not null check (seen_seq >= last_seq),
  events bigint not null check (events >= 0),
  digest text not null,
  sealed_at timestamptz not null
);
create trigger audit_seal_append_only before update or delete on audit_seal
  for each row execute function refuse_change();
create trigger audit_seal_not_emptied before truncate on audit_seal
  for each statement execute function refuse_change();
create trigger audit_event_not_emptied before truncate on audit_event
  for each statement execute function refuse_change();
