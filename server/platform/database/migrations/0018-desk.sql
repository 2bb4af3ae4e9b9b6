-- The desk: what staff order, decide and bring in, and what is passed on to the schools.

-- A refund is written down, with the key it is asked for under, before the provider hears of it.
create table refund_order (
  account_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
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

create view refund_order_in_full as
select refund_order.account_id as "accountId", refund_order.id, refund_order.payment_id as "paymentId",
  refund_order.amount_minor as amount, refund_order.status, refund_order.client_request_id as "clientRequestId",
  refund_order.provider_key as "providerKey", refund_order.provider_refund_id as "providerRefundId",
  refund_order.looks, refund_order.next_look_at as "nextLookAt", refund_order.created_at as "createdAt",
  account.region, account.short_id as "shortId", payment.provider_payment_id as "providerPaymentId"
from refund_order
  join account on account.id = refund_order.account_id
  join payment on payment.account_id = refund_order.account_id and payment.id = refund_order.payment_id;

alter table payment
  -- How money came that no provider brought, and what the bank or the cheque calls it.
  add column offline_manner text check (offline_manner in ('Cheque', 'Transfer', 'Cash')),
  add column offline_reference text check (length(offline_reference) between 1 and 60),
  -- Decided once: the school has it, or it stays with us as the family's credit.
  add column remittance text check (remittance in ('PassedOn', 'Kept'));
create index payment_to_pass_on on payment (paid_on, account_id, id)
  where remittance is null and status in ('Succeeded', 'Disputed');

-- What one school was passed on in one currency on one day.
create table remittance (
  id uuid primary key,
  institution_id uuid not null references institution,
  currency text not null check (currency in ('AUD', 'GBP')),
  remitted_on date not null,
  payment_count int not null check (payment_count > 0),
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null,
  unique (institution_id, currency, remitted_on)
);
create index remittance_newest on remittance (remitted_on desc, institution_id);

create table remittance_line (
  account_id uuid not null,
  payment_id uuid not null,
  remittance_id uuid not null references remittance,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (account_id, payment_id),
  foreign key (account_id, payment_id) references payment
);
create index remittance_line_of on remittance_line (remittance_id);

-- Staff find things by their own id, whosever they are.
create index review_by_id on review (id);
create index review_by_subject on review (subject_id);
create index withdrawal_by_id on withdrawal_request (id);
create index payment_by_id on payment (id);
create index payment_request_newest on payment_request (created_at desc, id);
create index payment_request_to_expire on payment_request (expires_at) where status in ('Open', 'PartPaid');
create index checkout_session_to_close on checkout_session (expires_at) where status = 'Open' and kind = 'Payment';
-- Nobody looks at these again by itself: people must.
create index payment_given_up on payment (created_at)
  where next_look_at is null and status in ('Created', 'Sent', 'Unknown');

-- A fee has one line in a schedule, or one for each year level.
create unique index fee_item_once on fee_item (fee_schedule_id, name, year_level) nulls not distinct;
