-- What the running system needs.

-- Settings that staff change while the system runs, and how far the provider's events have been read.
create table setting (
  name text primary key,
  value jsonb not null
);

-- The history that the database is in: a restore and a failover begin a new timeline of PostgreSQL, and a copy is in
-- another cluster.
create function database_history() returns text language sql as $$
  select system_identifier || ':' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) from pg_control_system()
$$;

-- The histories in which the books were compared with the payment provider. A new one may lack what the provider knows,
-- so that instalments would be collected again: no job starts before they agree.
create table compared_history (
  id text primary key,
  compared_at timestamptz not null
);
-- A new database lacks nothing.
insert into compared_history values (database_history(), now());

-- The runs of the scheduled jobs. Jobs for single items (a message, an event) are in the tables of pg-boss.
create table job_run (
  name text not null,
  id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('Done', 'Failed')),
  error text,
  primary key (name, id)
);
create index job_run_newest on job_run (name, started_at desc);
create index job_run_by_time on job_run (started_at);
-- The last success of each job is read at every scrape of the metrics, also where a job has failed for weeks.
create index job_run_newest_done on job_run (name, ended_at desc) where outcome = 'Done';

-- What a job could not process: retried a few times, then parked until somebody has looked at it. The job goes on with
-- its other rows meanwhile.
create table parked_item (
  -- The kind of work that failed, and the row that it failed on.
  work text not null,
  item text not null,
  account_id uuid references account,
  tries int not null default 1 check (tries > 0),
  reason text not null,
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  -- Null: it is not retried before staff say so.
  try_after timestamptz,
  primary key (work, item)
);
create index parked_item_by_time on parked_item (first_failed_at) where try_after is null;

-- Counters that hold across processes and restarts. The table is unlogged, because losing them in a crash does not
-- matter.
create unlogged table rate_limit (
  key text primary key,
  window_starts_at timestamptz not null,
  window_ms bigint not null,
  hits int not null,
  -- A statement that counts a try together with what is tried sets the limit, and is refused as a whole beyond it.
  most int,
  constraint within_limit check (hits <= most)
);

-- Errors that browsers reported.
create table client_error (
  id uuid primary key,
  at timestamptz not null,
  fingerprint text,
  -- The same error within the same minute is one row.
  times int not null default 1,
  customer_id uuid,
  environment text not null,
  path text not null,
  message text not null,
  stack text,
  request_id text
);
create index client_error_newest on client_error (at desc);
create unique index client_error_each_minute
  on client_error (fingerprint, date_trunc('minute', at at time zone 'UTC'));

-- The one row that the readiness probe writes: a database that only reads must not count as ready.
create table write_probe (
  id boolean primary key default true check (id),
  written_at timestamptz not null
);
