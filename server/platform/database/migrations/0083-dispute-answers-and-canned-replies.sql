-- What the provider says of a dispute besides its state.
alter table dispute
  add column reason text,
  -- Null where it cannot be answered: a bank returns a debit for good.
  add column evidence_due_at timestamptz,
  -- Sent from the desk, or at the provider.
  add column evidence_sent_at timestamptz,
  -- What the provider charges us for it.
  add column fee_minor bigint check (fee_minor >= 0),
  add column provider_charge_id text;
create index dispute_by_id on dispute (id);
create index dispute_to_answer on dispute (evidence_due_at)
  where status in ('Inquiry', 'Open') and evidence_sent_at is null;

-- Evidence that is being put together. It goes when the dispute is closed.
create table dispute_draft (
  account_id uuid not null,
  dispute_id uuid not null,
  parts text[] not null,
  words text not null check (length(words) <= 20000),
  saved_by uuid not null references staff,
  saved_at timestamptz not null,
  primary key (account_id, dispute_id),
  foreign key (account_id, dispute_id) references dispute
);

-- A dispute is answered once: with evidence, or by accepting the loss. Written down, with the key it is sent under, before
-- the provider hears of it.
create table dispute_answer (
  account_id uuid not null,
  dispute_id uuid not null,
  kind text not null check (kind in ('Evidence', 'Acceptance')),
  status text not null check (status in ('Ordered', 'Done', 'Refused')),
  -- Exactly what the bank reads; null where the loss is accepted.
  sent jsonb,
  digest text,
  provider_key text not null unique,
  ordered_by uuid not null references staff,
  reason text not null,
  ordered_at timestamptz not null,
  done_at timestamptz,
  -- Why the provider has refused it.
  refusal text,
  looks int not null default 0,
  next_look_at timestamptz,
  primary key (account_id, dispute_id),
  foreign key (account_id, dispute_id) references dispute,
  check ((kind = 'Evidence') = (sent is not null) and (sent is null) = (digest is null))
);
create index dispute_answer_to_look_at on dispute_answer (next_look_at) where next_look_at is not null;

alter table approval drop constraint approval_kind_check,
  add constraint approval_kind_check check (kind in ('PayoutAccount', 'Withdrawal', 'PayoutRelease',
    'RemittanceRelease', 'Refund', 'Adjustment', 'SurchargeRate', 'CustomerErasure', 'DisputeLoss'));

-- Nobody needs to answer any more. What the customer writes next opens it again.
alter table conversation
  add column closed_at timestamptz,
  add column closed_by uuid references staff;

-- Answers that staff give often, with places for what differs: "{first name}".
create table canned_reply (
  id uuid primary key,
  title text not null check (length(title) between 1 and 60),
  body text not null check (length(body) between 1 and 2000),
  changed_by uuid not null references staff,
  changed_at timestamptz not null
);
create unique index canned_reply_title on canned_reply (lower(title));
