-- What the next person should know about a family, in the words of staff. The family does not see it in the portal, and
-- gets it with everything else when it asks for its data.
create table family_note (
  account_id uuid not null references account,
  id uuid not null,
  body text not null check (length(body) between 1 and 2000),
  is_pinned boolean not null,
  written_by uuid not null references staff,
  written_at timestamptz not null,
  changed_at timestamptz,
  primary key (account_id, id)
);

-- Staff read the messages and the payments of one family a page at a time.
create index outbox_message_of_account on outbox_message (account_id, created_at desc, id desc);
create index outbox_message_of_customer on outbox_message (customer_id, created_at desc, id desc) where account_id is null;
create index payment_newest_of_account on payment (account_id, created_at desc, id desc);
