-- Who of our people has taken what waits in the queue. It counts for what waited already when it was taken: a chat that
-- is answered and written to again is nobody's.
create table queue_assignment (
  kind text not null,
  item text not null,
  staff_id uuid not null references staff,
  taken_at timestamptz not null,
  primary key (kind, item)
);
create index queue_assignment_by_time on queue_assignment (taken_at);

-- What was decided on a day is counted on the page of the queue.
create index review_decided on review (decided_at) where decided_at is not null;
create index approval_decided on approval (decided_at) where decided_at is not null;
create index conversation_message_of_staff on conversation_message (created_at) where author = 'Staff';
