-- A message that waits for the reader's day: it neither leaves before this moment nor keeps others waiting.
alter table outbox_message add column not_before timestamptz;

-- The message that announces a debit, while nobody knows yet whether it was delivered: nothing is collected before.
alter table instalment add column notice_id uuid;
create index instalment_with_open_notice on instalment (notice_id) where notice_id is not null;
