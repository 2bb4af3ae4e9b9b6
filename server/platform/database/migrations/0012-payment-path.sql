-- The one way money takes through the house: payments that survive any fault, and what came of them later.

-- The ledger. What belongs to no family (a deposit nobody can be found for) is kept under the house's own id.
alter table ledger_entry
  add column seq bigint generated always as identity,
  drop constraint ledger_entry_account_id_fkey,
  add column family_id uuid generated always as
    (nullif(account_id, '00000000-0000-0000-0000-000000000000'::uuid)) stored references account;
create unique index ledger_entry_in_order on ledger_entry (seq);

drop trigger ledger_entry_balances on ledger_entry;
drop trigger ledger_posting_balances on ledger_posting;
drop function refuse_unbalanced_entry();

-- All postings of an entry are written by one statement, so that one look at its end sees the whole of it.
create function refuse_unbalanced_postings() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
  select posting.entry_id into wrong
  from ledger_posting posting
  where (posting.account_id, posting.entry_id) in (select account_id, entry_id from written)
  group by posting.account_id, posting.entry_id, posting.currency
  having sum(posting.amount_minor) <> 0 or count(*) < 2
  limit 1;
  if wrong is not null then
    raise exception 'ledger entry % does not balance', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_posting_balances after insert on ledger_posting
  referencing new table as written for each statement execute function refuse_unbalanced_postings();

create function refuse_empty_entry() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_posting where account_id = new.account_id and entry_id = new.id) then
    raise exception 'ledger entry % has no postings and so does not balance', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_has_postings after insert on ledger_entry
  deferrable initially deferred for each row execute function refuse_empty_entry();

-- What a family has: positive is credit in its favour. Every balance on every screen is read from here.
create view family_balance as
select account_id, sum(amount_minor)::bigint as balance_minor
from ledger_posting where book = 'Family' group by account_id;

-- A digest of all entries up to a point. Taken again later it must come out the same, or the past was changed.
create table ledger_seal (
  last_seq bigint primary key,
  digest text not null,
  sealed_at timestamptz not null
);
create trigger ledger_seal_append_only before update or delete on ledger_seal
  for each row execute function refuse_change();

-- Payments: everything needed to ask the provider again, word for word, is in the row before the first asking.
alter table payment
  add column provider_customer_id text,
  add column provider_payment_method_id text,
  add column provider_mandate_id text,
  add column card_entry_id uuid,
  add column sent_at timestamptz,
  -- How often the provider was asked what became of it.
  add column looks int not null default 0,
  add column refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  add column disputed_minor bigint not null default 0 check (disputed_minor >= 0),
  add constraint no_more_back_than_came check (refunded_minor + disputed_minor <= amount_minor + surcharge_minor);
drop index payment_to_look_at;
create index payment_to_look_at on payment (next_look_at) where next_look_at is not null;
-- Two people, two tabs: while one payment is under way, the same one cannot begin again. One that the provider has
-- named already (made in a session of its own) is past beginning.
create unique index one_open_payment_of_request on payment (payment_request_id)
  where payment_request_id is not null and provider_payment_id is null and status in ('Created', 'Sent', 'Unknown');
create unique index one_open_early_payment on payment (account_id, institution_id, amount_minor)
  where kind = 'Early' and provider_payment_id is null and status in ('Created', 'Sent', 'Unknown');
-- A card typed by a guest pays once.
create unique index one_payment_of_card_entry on payment (card_entry_id) where card_entry_id is not null;
create index payment_of_request on payment (payment_request_id) where payment_request_id is not null;

-- What bank debits under way will pay of a request, if they succeed.
alter table payment_request
  add column amount_pending_minor bigint not null default 0 check (amount_pending_minor >= 0);

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

create table dispute (
  account_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  provider_dispute_id text not null unique,
  amount_minor bigint not null check (amount_minor > 0),
  status text not null check (status in ('Open', 'Won', 'Lost')),
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payment
);

-- A card being typed in the frame: one intent of the provider, and one use of what comes of it.
create table card_entry (
  account_id uuid not null references account,
  id uuid not null,
  -- Set for a guest, whose card is used once and not kept.
  payment_request_id text,
  provider_customer_id text not null,
  setup_intent_id text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, id)
);

alter table checkout_session
  add column institution_id uuid references institution,
  add column expires_at timestamptz not null,
  add column kind text not null check (kind in ('Payment', 'SetUp'));
create index open_sessions_of_request on checkout_session (payment_request_id) where status = 'Open';

-- One set of keys, and so one stream of events, for each region.
alter table provider_event
  add column region text not null check (region in ('AU', 'UK')),
  add column happened_at timestamptz not null;
create index provider_event_waiting on provider_event (received_at) where processed_at is null;
create index provider_event_newest on provider_event (region, happened_at desc);

-- The bank names each deposit; a file sent twice, or with its lines in another order, brings nothing new.
alter table deposit
  add column bank_reference text not null,
  add column currency text not null default 'AUD' check (currency = 'AUD'),
  add column entry_id uuid not null,
  add constraint deposit_once unique (biller_code, bank_reference);
create index deposit_in_suspense on deposit (created_at) where account_id is null;

-- A payment with what is needed to carry it on and to tell people about it.
create view payment_in_full as
select
  payment.account_id as "accountId", payment.id, payment.kind, payment.status, account.region, payment.currency,
  payment.amount_minor as amount, payment.surcharge_minor as surcharge,
  payment.surcharge_basis_points as "basisPoints", payment.refunded_minor as refunded,
  payment.disputed_minor as disputed, payment.institution_id as "institutionId", institution.name as "schoolName",
  account.short_id as "shortId", payment.payment_request_id as "requestId", payment.source_id as "sourceId",
  repayment_source.display_name as "methodName", payment.client_request_id as "clientRequestId",
  payment.provider_key as "providerKey", payment.provider_payment_id as "providerPaymentId",
  payment.provider_customer_id as "providerCustomerId",
  payment.provider_payment_method_id as "providerPaymentMethodId",
  payment.provider_mandate_id as "providerMandateId", payment.failure_code as "failureCode", payment.looks,
  payment.sent_at as "sentAt", payment.next_look_at as "nextLookAt", payment.paid_on as "paidOn",
  payment.created_at as "createdAt",
  (select json_build_object('id', customer.id, 'email', customer.email, 'firstName', customer.first_name)
    from account_member join customer on customer.id = account_member.customer_id
    where account_member.account_id = payment.account_id
    order by customer.created_at, customer.id limit 1) as payer
from payment
  join account on account.id = payment.account_id
  join institution on institution.id = payment.institution_id
  left join repayment_source
    on repayment_source.account_id = payment.account_id and repayment_source.id = payment.source_id;
