-- Mails, text messages and the chat.

-- Mails and text messages. A row holds the kind of a message and its facts, and is committed with the change that it
-- reports; the text is written when it is sent.
create table outbox_message (
  id uuid primary key,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  customer_id uuid references customer,
  account_id uuid references account,
  kind text,
  -- Null once a secret is wiped.
  facts jsonb,
  -- The name of something that is sent once only, ever.
  once text unique,
  -- The staff action that the message reports. An action sets it for its transaction, so that the code that writes
  -- messages need not know it.
  staff_action_id uuid default nullif(current_setting('larkwell.staff_action', true), '')::uuid,
  -- A secret (a code, a log-in link) is wiped from the row once it is sent or too late to send.
  is_secret boolean not null default false,
  subject text,
  text_body text,
  html_body text,
  status text not null default 'Waiting' check (status in ('Waiting', 'Sent', 'Expired', 'Refused')),
  -- A message that waits for the reader's daytime. It neither leaves before then nor delays others.
  not_before timestamptz,
  send_before timestamptz,
  -- A message is leased while it is sent, so that no transaction is open meanwhile. An expired lease belongs to a
  -- process that died.
  leased_until timestamptz,
  tries int not null default 0,
  -- When a message that could not be sent is tried again.
  try_after timestamptz,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint outbox_message_tells check (kind is not null or text_body is not null)
);
create index outbox_waiting on outbox_message (channel, coalesce(try_after, created_at)) where status = 'Waiting';
create index outbox_newest on outbox_message (created_at desc);
-- Messages to one recipient keep their order.
create index outbox_waiting_in_order on outbox_message (recipient, created_at) where status = 'Waiting';
-- Staff read the messages of a family a page at a time.
create index outbox_message_of_account on outbox_message (account_id, created_at desc, id desc);
create index outbox_message_of_customer on outbox_message (customer_id, created_at desc, id desc)
  where account_id is null;
create index outbox_message_by_staff_action on outbox_message (staff_action_id) where staff_action_id is not null;

-- Conversations with support: one for each customer, and those of visitors, who have no session that identifies them.
create table conversation (
  id uuid primary key,
  customer_id uuid unique references customer,
  -- What a visitor says. Nobody has proved it.
  email text check (email = lower(email)),
  -- The hash of the key that only the visitor's browser has.
  key_hash text unique,
  created_at timestamptz not null,
  -- Nobody needs to answer any more. The customer's next message opens it again.
  closed_at timestamptz,
  closed_by uuid references staff,
  constraint customer_or_visitor check (
    (customer_id is not null and email is null and key_hash is null)
    or (customer_id is null and email is not null and key_hash is not null))
);

-- The messages of a conversation.
create table conversation_message (
  conversation_id uuid not null references conversation,
  id uuid not null,
  author text not null check (author in ('Customer', 'Staff')),
  -- Null for a visitor.
  author_id uuid,
  -- What a message is about, for those who answer it.
  about text check (length(about) <= 200),
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz not null,
  primary key (conversation_id, id)
);
create index conversation_newest on conversation_message (conversation_id, created_at desc);
create index conversation_message_of_staff on conversation_message (created_at) where author = 'Staff';

-- Replies that staff give often, with placeholders for what differs: "{first name}".
create table canned_reply (
  id uuid primary key,
  title text not null check (length(title) between 1 and 60),
  body text not null check (length(body) between 1 and 2000),
  changed_by uuid not null references staff,
  changed_at timestamptz not null
);
create unique index canned_reply_title on canned_reply (lower(title));
