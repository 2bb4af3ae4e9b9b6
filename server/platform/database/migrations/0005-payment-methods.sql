-- Payment methods. Card numbers never reach us; bank numbers are kept encrypted, with the id of their key.

create table repayment_source (
  account_id uuid not null references account,
  id uuid not null,
  type text not null check (type in ('BankAccount', 'CustomerDeposit', 'PaymentCard')),
  display_name text not null,
  holder_name text not null default '' check (length(holder_name) <= 32),
  last4 text,
  card_brand text check (card_brand in ('visa', 'mastercard', 'amex')),
  card_funding text check (card_funding in ('credit', 'debit', 'prepaid', 'unknown')),
  card_expiry text check (card_expiry ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  bank_details bytea,
  encryption_key_id text,
  provider_payment_method_id text,
  provider_mandate_id text,
  mandate_status text check (mandate_status in ('pending', 'active', 'inactive')),
  is_default boolean not null default false,
  is_preferred boolean not null default false,
  status text not null default 'Usable' check (status in ('Usable', 'Unusable', 'Removed')),
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (account_id, id)
);
create unique index one_default_source on repayment_source (account_id) where is_default and status <> 'Removed';
create unique index one_preferred_source on repayment_source (account_id) where is_preferred and status <> 'Removed';

-- A change made after the cut-off waits here until its day.
create table repayment_change (
  account_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  status text not null check (status in ('Pending', 'Applied', 'Cancelled')),
  effective_on date not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, source_id) references repayment_source
);
create unique index one_pending_change on repayment_change (account_id) where status = 'Pending';

create table consent (
  account_id uuid not null references account,
  id uuid not null,
  kind text not null
    check (kind in ('ProductSwitch', 'CreditIdCheckConsent', 'IdCheckConsent', 'DirectDebitAuthorisation')),
  agreed boolean not null,
  text_version int not null,
  text_hash text not null,
  subject_id uuid,
  given_by uuid not null references customer,
  given_at timestamptz not null,
  ip text,
  primary key (account_id, id)
);
