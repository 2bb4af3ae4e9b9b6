-- A calendar that a customer's devices fetch by themselves. Its address is made of these ids and a signature that only
-- the server can write: nobody who reads this table can rebuild it. Whoever is no longer a member has none.
create table calendar_feed (
  account_id uuid not null,
  customer_id uuid not null,
  id uuid not null,
  created_at timestamptz not null,
  primary key (account_id, customer_id),
  unique (account_id, id),
  foreign key (account_id, customer_id) references account_member on delete cascade
);
