-- Statements that the house makes itself, and documents that never lose their file.

alter table statement
  -- The first day of the month that it tells of.
  add column month date check (extract(day from month) = 1),
  add column opening_minor bigint,
  add column closing_minor bigint,
  -- What was written down by then is on it or on one before it; what came later for the same days is on the next.
  add column covers_until timestamptz,
  add foreign key (account_id, file_id) references stored_file;
create unique index statement_once on statement (account_id, month);

create trigger statement_never_changes
  before update of file_id, month, opening_minor, closing_minor, covers_until on statement
  for each row execute function refuse_change();

-- Months that are done in a whole region: nobody need look through its accounts again.
create table statement_run (
  region text not null check (region in ('AU', 'UK')),
  month date not null,
  finished_at timestamptz not null,
  primary key (region, month)
);

alter table invoice
  add foreign key (account_id, file_id) references stored_file;
