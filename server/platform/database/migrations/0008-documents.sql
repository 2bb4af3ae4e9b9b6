-- Files, what they are for, and the questions that people of ours must decide.

create table stored_file (
  account_id uuid not null references account,
  id uuid not null,
  name text not null,
  content_type text not null check (content_type in ('application/pdf', 'image/png', 'image/jpeg')),
  size_bytes int not null check (size_bytes between 1 and 10485760),
  sha256 text not null,
  content bytea not null,
  encryption_key_id text,
  delete_after timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
);

create table statement (
  account_id uuid not null references account,
  id uuid not null,
  name text not null,
  file_id uuid,
  created_at timestamptz not null,
  primary key (account_id, id)
);

create table invoice (
  account_id uuid not null references account,
  id uuid not null,
  name text not null,
  origin text not null check (origin in ('School', 'Upload')),
  status text not null check (status in ('Issued', 'Waiting', 'Accepted', 'Rejected')),
  file_id uuid,
  created_at timestamptz not null,
  primary key (account_id, id)
);

create table identity_check (
  account_id uuid not null references account,
  id uuid not null,
  document_type text not null check (document_type in ('DriversLicense', 'Passport')),
  -- Numbers of documents are never kept in clear.
  document bytea,
  encryption_key_id text,
  manner text not null check (manner in ('Automatic', 'Manual', 'CreditBody')),
  outcome text check (outcome in ('Pass', 'Fail')),
  provider_reference text,
  file_id uuid,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, file_id) references stored_file
);

create table payout_bank_account (
  account_id uuid not null references account,
  id uuid not null,
  holder text not null check (length(holder) between 1 and 32),
  display_name text not null,
  bank_details bytea,
  encryption_key_id text,
  masked_bsb text not null,
  masked_account_number text not null,
  verified_at timestamptz,
  primary key (account_id, id)
);

create table withdrawal_request (
  account_id uuid not null references account,
  id uuid not null,
  bank_account_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  status text not null check (status in ('Pending', 'Approved', 'Paid', 'Declined')),
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, bank_account_id) references payout_bank_account
);

-- One queue for everything staff must decide.
create table review (
  account_id uuid not null references account,
  id uuid not null,
  kind text not null check (kind in ('Plan', 'Identity', 'Invoice', 'Withdrawal')),
  subject_id uuid not null,
  status text not null check (status in ('Open', 'Approved', 'Declined')),
  reason text,
  opened_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references staff,
  primary key (account_id, id)
);
create index open_reviews on review (kind, opened_at) where status = 'Open';

create table chat_message (
  account_id uuid not null references account,
  id uuid not null,
  author text not null check (author in ('Customer', 'Staff')),
  author_id uuid not null,
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz not null,
  primary key (account_id, id)
);
