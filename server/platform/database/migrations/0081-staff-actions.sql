-- What a member of staff has done for a family at the desk, once for each id that the desk has chosen, and what would
-- take it back. A reply that was lost is read from here, and a second click changes nothing.
create table staff_action (
  account_id uuid not null references account (id),
  id uuid not null,
  staff_id uuid not null references staff (id),
  call text not null,
  -- Of the call with all that was sent: the same id with something else is refused.
  body_hash text not null,
  -- What was done, in words.
  said text not null,
  approval_id uuid references approval (id),
  -- The call that takes it back, with its parameters and body.
  undo jsonb,
  undo_words text not null,
  undo_until timestamptz,
  undone_at timestamptz,
  undone_by uuid references staff (id),
  created_at timestamptz not null,
  primary key (account_id, id),
  check ((undo is null) = (undo_until is null)),
  check ((undone_at is null) = (undone_by is null))
);
create index staff_action_by_age on staff_action (account_id, created_at desc);

-- Which action a message tells a family of. The action names itself for its transaction, so that whoever writes a
-- message need not know of it.
alter table outbox_message
  add column staff_action_id uuid default nullif(current_setting('larkwell.staff_action', true), '')::uuid;
create index outbox_message_by_staff_action on outbox_message (staff_action_id) where staff_action_id is not null;
