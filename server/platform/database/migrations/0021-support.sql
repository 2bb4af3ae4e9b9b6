-- Conversations with support: one of each customer, and those of visitors, who have no session to show who they are.

create table conversation (
  id uuid primary key,
  customer_id uuid unique references customer,
  -- What a visitor says of themselves. Nobody has proved it, whosever address it is.
  email text check (email = lower(email)),
  -- Of the key that only the visitor's browser holds.
  key_hash text unique,
  created_at timestamptz not null,
  constraint customer_or_visitor check (
    (customer_id is not null and email is null and key_hash is null)
    or (customer_id is null and email is not null and key_hash is not null))
);

create table conversation_message (
  conversation_id uuid not null references conversation,
  id uuid not null,
  author text not null check (author in ('Customer', 'Staff')),
  -- Null for a visitor.
  author_id uuid,
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz not null,
  primary key (conversation_id, id)
);
create index conversation_newest on conversation_message (conversation_id, created_at desc);

-- What was said under an account goes to whoever said it; an answer to whoever had written last before it, and where
-- nobody had, to whoever wrote at all or else to the first member.
create temporary table carried on commit drop as
select chat_message.*, coalesce(
  (select customer.id from customer where chat_message.author = 'Customer' and customer.id = chat_message.author_id),
  (select writer.id
    from chat_message as earlier join customer as writer on writer.id = earlier.author_id
    where earlier.account_id = chat_message.account_id and earlier.author = 'Customer'
    order by earlier.created_at <= chat_message.created_at desc, earlier.created_at desc limit 1),
  (select customer.id
    from account_member join customer on customer.id = account_member.customer_id
    where account_member.account_id = chat_message.account_id
    order by customer.created_at, customer.id limit 1)) as customer_id
from chat_message;

insert into conversation (id, customer_id, created_at)
select gen_random_uuid(), customer_id, min(created_at) from carried
where customer_id is not null group by customer_id;

insert into conversation_message (conversation_id, id, author, author_id, body, created_at)
select conversation.id, carried.id, author, author_id, body, carried.created_at
from carried join conversation on conversation.customer_id = carried.customer_id;

drop table chat_message;

-- The same fault within the same minute is one row that says how often.
alter table client_error add column times int not null default 1;
alter table client_error add column fingerprint text;
create unique index client_error_each_minute
  on client_error (fingerprint, date_trunc('minute', at at time zone 'UTC'));
