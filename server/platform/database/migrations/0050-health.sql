-- The one row that the readiness probe writes: a database that only reads must not count as ready.
create table write_probe (
  id boolean primary key default true check (id),
  written_at timestamptz not null
);

-- What each check of the ledger found, so that the last one can be reported.
create table ledger_check (
  checked_at timestamptz primary key,
  violations int not null check (violations >= 0)
);

-- The last success of each job is read at every scrape, also where a job has failed for weeks.
create index job_run_newest_done on job_run (name, ended_at desc) where outcome = 'Done';
