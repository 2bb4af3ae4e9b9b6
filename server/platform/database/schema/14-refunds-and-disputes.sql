-- Money that goes back to those who paid.

-- A refund that staff ordered. It is stored, with its idempotency key, before the provider hears of it.
create table refund_order (
  account_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- Whether the family is asked again for what the payment paid, or it is waived.
  outcome text not null default 'AskAgain' check (outcome in ('AskAgain', 'Waive')),
  status text not null check (status in ('Ordered', 'Unknown', 'Accepted', 'Done', 'Failed', 'Refused')),
  client_request_id text not null,
  provider_key text not null unique,
  provider_refund_id text unique,
  ordered_by uuid not null references staff,
  -- How often the provider was asked what became of it, and when it is asked next.
  looks int not null default 0,
  next_look_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, client_request_id),
  foreign key (account_id, payment_id) references payment
);
create index refund_order_of_payment on refund_order (account_id, payment_id);
create index refund_order_to_look_at on refund_order (next_look_at) where next_look_at is not null;

-- A refund order with what is needed to send it to the provider.
create view refund_order_in_full as
select refund_order.account_id as "accountId", refund_order.id, refund_order.payment_id as "paymentId",
  refund_order.amount_minor as amount, refund_order.outcome, refund_order.status, refund_order.client_request_id as "clientRequestId",
  refund_order.provider_key as "providerKey", refund_order.provider_refund_id as "providerRefundId",
  refund_order.looks, refund_order.next_look_at as "nextLookAt", refund_order.created_at as "createdAt",
  account.region, account.short_id as "shortId", payment.provider_payment_id as "providerPaymentId"
from refund_order
  join account on account.id = refund_order.account_id
  join payment on payment.account_id = refund_order.account_id and payment.id = refund_order.payment_id;

-- Refunds that the provider reported, also those made in its own dashboard.
create table refund (
  account_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  provider_refund_id text not null unique,
  amount_minor bigint not null check (amount_minor > 0),
  status text not null check (status in ('Succeeded', 'Failed')),
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payment
);
create index refund_newest on refund (created_at);

-- Chargebacks and returned debits. Before a dispute a bank may only inquire, which takes no money and often comes to
-- nothing.
create table dispute (
  account_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  provider_dispute_id text not null unique,
  provider_charge_id text,
  amount_minor bigint not null check (amount_minor > 0),
  -- What of it the payment no longer had: our loss, unless it is won.
  loss_minor bigint not null default 0 check (loss_minor between 0 and amount_minor),
  -- What the provider charges us for it.
  fee_minor bigint check (fee_minor >= 0),
  status text not null check (status in ('Inquiry', 'InquiryClosed', 'Open', 'Won', 'Lost')),
  -- What the provider says about it besides its status.
  reason text,
  -- Null where it cannot be answered: a returned debit is final.
  evidence_due_at timestamptz,
  -- Sent from the desk, or in the provider's dashboard.
  evidence_sent_at timestamptz,
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payment
);
create index dispute_newest on dispute (created_at);
create index dispute_of_payment on dispute (account_id, payment_id);
create index dispute_by_id on dispute (id);
create index dispute_to_answer on dispute (evidence_due_at)
  where status in ('Inquiry', 'Open') and evidence_sent_at is null;

-- Evidence that is being put together. It is deleted when the dispute is closed.
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

-- The one answer to a dispute: evidence, or acceptance of the loss. It is stored, with its idempotency key, before the
-- provider hears of it.
create table dispute_answer (
  account_id uuid not null,
  dispute_id uuid not null,
  kind text not null check (kind in ('Evidence', 'Acceptance')),
  status text not null check (status in ('Ordered', 'Done', 'Refused')),
  -- Exactly what the bank reads. Null where the loss is accepted.
  sent jsonb,
  digest text,
  provider_key text not null unique,
  ordered_by uuid not null references staff,
  reason text not null,
  ordered_at timestamptz not null,
  done_at timestamptz,
  -- Why the provider refused it.
  refusal text,
  looks int not null default 0,
  next_look_at timestamptz,
  primary key (account_id, dispute_id),
  foreign key (account_id, dispute_id) references dispute,
  check ((kind = 'Evidence') = (sent is not null) and (sent is null) = (digest is null))
);
create index dispute_answer_to_look_at on dispute_answer (next_look_at) where next_look_at is not null;
