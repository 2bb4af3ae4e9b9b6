-- A message waits as what it tells; its words are made when it leaves. Rows of before keep their words and are sent
-- as they are.

alter table outbox_message
  add column kind text,
  -- Null once a secret is wiped.
  add column facts jsonb,
  -- The name of something that is told only once ever.
  add column once text unique,
  -- When a message that could not be sent is tried again.
  add column try_after timestamptz,
  alter column text_body drop not null,
  add constraint outbox_message_tells check (kind is not null or text_body is not null);

drop index outbox_waiting;
create index outbox_waiting on outbox_message (channel, coalesce(try_after, created_at)) where status = 'Waiting';
