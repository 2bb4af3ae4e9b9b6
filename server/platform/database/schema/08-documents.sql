-- Files, and what they are for.

-- Uploaded and generated files, encrypted.
create table stored_file (
  account_id uuid not null references account,
  id uuid not null,
  name text not null,
  content_type text not null check (content_type in ('application/pdf', 'image/png', 'image/jpeg')),
  size_bytes int not null check (size_bytes between 1 and 10485760),
  sha256 text not null,
  content bytea not null,
  encryption_key_id text,
  created_at timestamptz not null,
  primary key (account_id, id)
);
-- Rows under an older key are few, and most of the time there are none.
create index stored_files_by_key on stored_file (encryption_key_id);

-- The monthly statements of an account.
create table statement (
  account_id uuid not null references account,
  id uuid not null,
  name text not null,
  -- The first day of its month.
  month date check (extract(day from month) = 1),
  opening_minor bigint,
  closing_minor bigint,
  -- An entry made by then is on this statement or an earlier one. A later entry for the same days is on the next one.
  covers_until timestamptz,
  file_id uuid,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, file_id) references stored_file
);
create unique index statement_once on statement (account_id, month);
create trigger statement_never_changes
  before update of file_id, month, opening_minor, closing_minor, covers_until on statement
  for each row execute function refuse_change();

-- The months for which all statements of a region are made, so that nobody looks through its accounts again.
create table statement_run (
  region text not null check (region in ('AU', 'UK')),
  month date not null,
  finished_at timestamptz not null,
  primary key (region, month)
);

-- Invoices of schools, and invoices that families uploaded.
create table invoice (
  account_id uuid not null references account,
  id uuid not null,
  name text not null,
  origin text not null check (origin in ('School', 'Upload')),
  status text not null check (status in ('Issued', 'Waiting', 'Accepted', 'Rejected')),
  file_id uuid,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, file_id) references stored_file
);

-- The checks of a customer's identity, by document or at a credit reporting body, with their outcome.
create table identity_check (
  account_id uuid not null references account,
  id uuid not null,
  asked_by uuid references customer,
  manner text not null check (manner in ('Automatic', 'Manual', 'CreditBody')),
  -- A credit reporting body is asked about a person, not about a document.
  document_type text check (document_type in ('DriversLicense', 'Passport')),
  -- Document numbers are never stored in clear.
  document bytea,
  encryption_key_id text,
  file_id uuid,
  -- From then on the numbers and the copy are gone. The row stays.
  document_deleted_at timestamptz,
  provider_reference text,
  outcome text check (outcome in ('Pass', 'Fail')),
  -- In a word, for staff. The customer only learns that the check failed.
  failure text,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, file_id) references stored_file,
  constraint identity_check_has_document check (document_type is not null or manner = 'CreditBody'),
  constraint identity_document_names_its_key check ((document is null) = (encryption_key_id is null)),
  constraint deleted_document_is_gone check (document_deleted_at is null or (document is null and file_id is null))
);
create index identity_checks_newest_first on identity_check (account_id, created_at desc, id);
-- Most checks are old, and their documents are deleted.
create index identity_documents_kept on identity_check (coalesce(decided_at, created_at))
  where document is not null or file_id is not null;
create index identity_checks_by_key on identity_check (encryption_key_id) where encryption_key_id is not null;
