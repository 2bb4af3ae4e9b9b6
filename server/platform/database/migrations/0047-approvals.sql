-- What one member of staff has asked for and another one approves. Approved or not, it stays on record.
create table approval (
  id uuid primary key,
  kind text not null check (kind in ('PayoutAccount', 'Withdrawal', 'PayoutRelease', 'RemittanceRelease', 'Refund',
    'Adjustment', 'SurchargeRate')),
  -- What it is about: asking again while it is open finds the same request.
  key text not null,
  payload jsonb not null,
  account_id uuid references account,
  summary text not null,
  amount_minor bigint,
  currency text check (currency in ('AUD', 'GBP')),
  requested_by uuid not null references staff,
  reason text not null,
  requested_at timestamptz not null,
  status text not null default 'Open' check (status in ('Open', 'Approved', 'Declined', 'Withdrawn')),
  decided_by uuid references staff,
  decision_reason text,
  decided_at timestamptz,
  check ((status = 'Open') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint approval_by_a_second_person check (status <> 'Approved' or decided_by <> requested_by),
  constraint approval_withdrawn_by_who_asked check (status <> 'Withdrawn' or decided_by = requested_by)
);
create unique index approval_open on approval (kind, key) where status = 'Open';
create index approval_by_key on approval (kind, key);
create index approval_by_status on approval (status, requested_at);

-- Refunds and debits beyond the free credit of a family, which two people have approved.
create table credit_override (
  account_id uuid not null references account,
  approval_id uuid not null references approval deferrable initially deferred,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (account_id, approval_id)
);

-- Larkwell's own gain or loss by corrections and write-offs.
alter table ledger_posting drop constraint ledger_posting_book_check,
  add constraint ledger_posting_book_check check (book in ('Family', 'School', 'PaidAhead', 'ProviderClearing',
    'SurchargeIncome', 'FeeIncome', 'Bank', 'WithdrawalHold', 'Dispute', 'Suspense', 'Corrections'));

-- Schools have been paid what was passed on so far.
alter table remittance add column released_at timestamptz;
update remittance set released_at = created_at;
