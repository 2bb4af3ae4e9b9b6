-- What staff decide and do for families.

-- What a member of staff has to decide about a family.
create table review (
  account_id uuid not null references account,
  id uuid not null,
  kind text not null check (kind in ('Plan', 'Discount', 'FeeChange', 'Identity', 'Invoice', 'Withdrawal', 'Skip')),
  subject_id uuid not null,
  -- Why it waits for staff, where its kind does not say so.
  note text,
  status text not null check (status in ('Open', 'Approved', 'Declined')),
  opened_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references staff,
  reason text,
  -- What the family reads about the decision, in the words of the person who decided. Null where the letter has its
  -- own.
  words text,
  -- Set for a decision that was undone and leaves nothing to decide. One that has to be decided again is open.
  undone_at timestamptz check (undone_at is null or status <> 'Open'),
  primary key (account_id, id)
);
create index open_reviews on review (kind, opened_at) where status = 'Open';
create index review_of_account on review (account_id, subject_id) where status = 'Open';
-- Staff find reviews by their own id, whichever account they belong to.
create index review_by_id on review (id);
create index review_by_subject on review (subject_id);
-- The queue's page counts what was decided on a day.
create index review_decided on review (decided_at) where decided_at is not null;

-- What one member of staff requested and a second one has to approve. Decided or not, it stays on record.
create table approval (
  id uuid primary key,
  kind text not null
    check (kind in (
      'PayoutAccount', 'Withdrawal', 'WithdrawalReturn', 'PayoutRelease', 'RemittanceRelease', 'Refund',
      'OfflinePayment', 'OfflineReversal', 'Adjustment', 'SurchargeRate', 'CustomerErasure', 'DisputeLoss')),
  -- What it is about: a second request while this one is open finds this one.
  key text not null,
  payload jsonb not null,
  -- What it asks for: the same key with other content is refused.
  content_hash text not null,
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
create index approval_decided on approval (decided_at) where decided_at is not null;

-- Refunds, reversals and debits beyond the free credit of a family, which two people have approved.
create table credit_override (
  account_id uuid not null references account,
  approval_id uuid not null references approval deferrable initially deferred,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (account_id, approval_id)
);

-- What a member of staff has done for a family at the desk, once for each id that the desk chose, and the call that
-- would undo it. A lost reply is read from here, and a second click changes nothing.
create table staff_action (
  account_id uuid not null references account,
  id uuid not null,
  staff_id uuid not null references staff,
  call text not null,
  -- The hash of the call with its body: the same id with another body is refused.
  body_hash text not null,
  -- What was done, in words.
  said text not null,
  approval_id uuid references approval,
  -- The call that undoes it, with its parameters and body.
  undo jsonb,
  undo_words text not null,
  undo_until timestamptz,
  undone_at timestamptz,
  undone_by uuid references staff,
  created_at timestamptz not null,
  primary key (account_id, id),
  check ((undo is null) = (undo_until is null)),
  check ((undone_at is null) = (undone_by is null))
);
create index staff_action_by_age on staff_action (account_id, created_at desc);
