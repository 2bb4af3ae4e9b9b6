-- Every change of a customer's e-mail or mobile. While it blocks, no money leaves the accounts of this customer.

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
  -- The link in the message to the former address. Only its hash, so reading this table stops nothing.
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
create index withdrawal_code_open_of_customer on withdrawal_code (customer_id) where closed_at is null;
