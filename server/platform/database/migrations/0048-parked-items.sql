-- What a job could not process: tried again a few times, then parked until somebody has looked at it. The other rows of
-- the job go on meanwhile.
create table parked_item (
  -- The work that failed, and the row it failed on, in the words of that work.
  work text not null,
  item text not null,
  account_id uuid references account,
  tries integer not null default 1 check (tries > 0),
  reason text not null,
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  -- Null: it is not tried again before staff say so.
  try_after timestamptz,
  primary key (work, item)
);
create index parked_item_by_time on parked_item (first_failed_at) where try_after is null;
