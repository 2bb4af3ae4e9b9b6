-- A message is leased while it is sent, so that no transaction is open meanwhile. A lease that has run out belongs to a
-- process that died.
alter table outbox_message add column leased_until timestamptz;

-- Whether something to the same recipient has to leave first.
create index outbox_waiting_in_order on outbox_message (recipient, created_at) where status = 'Waiting';
