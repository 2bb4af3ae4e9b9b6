-- What collects the instalments of a plan, day by day, and what becomes of those that could not be collected.

alter table instalment
  drop constraint instalment_status_check,
  add constraint instalment_status_check check (status in
    ('Scheduled', 'Collecting', 'Retrying', 'Paid', 'Overdue', 'Cancelled')),
  -- The day on which the family was told that this money would be taken.
  add column noticed_on date,
  add column tries int not null default 0,
  add column first_failed_on date,
  add column failure_code text,
  add column retry_on date,
  -- What payments of other kinds have brought of it.
  add column covered_minor bigint not null default 0,
  -- Where an overdue one can be paid.
  add column payment_request_id text,
  add constraint instalment_retry_has_a_day check (status <> 'Retrying' or retry_on is not null),
  add constraint instalment_covered_at_most check (covered_minor between 0 and amount_minor);
drop index instalment_to_collect;
create index instalment_to_collect on instalment (coalesce(retry_on, collect_on))
  where status in ('Scheduled', 'Retrying');
create index instalment_to_announce on instalment (collect_on) where status = 'Scheduled' and noticed_on is null;
create index instalment_to_chase on instalment (account_id) where status = 'Overdue';

-- Which payments have brought what of an instalment that its own debit did not bring.
create table instalment_cover (
  account_id uuid not null,
  plan_id uuid not null,
  seq int not null,
  payment_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (account_id, plan_id, seq, payment_id),
  foreign key (account_id, plan_id, seq) references instalment,
  foreign key (account_id, payment_id) references payment
);
create index instalment_cover_of_payment on instalment_cover (account_id, payment_id);

alter table payment
  -- Whether a payment outside the plan has been looked at for what it covers of it.
  add column is_allocated boolean not null default false;
update payment set is_allocated = true;
create index payment_to_allocate on payment (account_id)
  where not is_allocated and plan_id is null and status in ('Succeeded', 'Refunded', 'Disputed');
-- However many processes collect: an instalment has one debit under way, and each try of it once.
create unique index one_open_payment_of_instalment on payment (account_id, plan_id, instalment_seq)
  where plan_id is not null and status in ('Created', 'Sent', 'Unknown', 'Processing');
create unique index one_payment_for_each_try on payment (account_id, plan_id, instalment_seq, attempt)
  where kind = 'Instalment';
create index payment_to_send on payment (created_at) where kind = 'Instalment' and status = 'Created';

alter table payment_request
  add column plan_id uuid,
  add column instalment_seq int,
  add constraint payment_request_for_instalment foreign key (account_id, plan_id, instalment_seq) references instalment;
create unique index one_open_request_of_instalment on payment_request (account_id, plan_id, instalment_seq)
  where plan_id is not null and status in ('Open', 'PartPaid');

-- What a school has us charge for a debit that the bank sent back.
alter table institution add column dishonour_fee_minor bigint not null default 0 check (dishonour_fee_minor >= 0);
alter table ledger_posting
  drop constraint ledger_posting_book_check,
  add constraint ledger_posting_book_check check (book in ('Family', 'School', 'ProviderClearing', 'SurchargeIncome',
    'FeeIncome', 'Bank', 'WithdrawalHold', 'Dispute', 'Suspense'));

-- Who is told of a family's money: the customer who has the account longest.
create function payer_of(account uuid) returns json stable language sql as $$
  select json_build_object('id', customer.id, 'email', customer.email, 'firstName', customer.first_name,
    'mobile', customer.mobile_e164)
  from account_member join customer on customer.id = account_member.customer_id
  where account_member.account_id = account
  order by customer.created_at, customer.id limit 1
$$;

create index plan_to_move_on on plan (status) where status in ('Saved', 'Current');

create or replace view payment_in_full as
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
    order by customer.created_at, customer.id limit 1) as payer,
  case when payment.kind = 'Instalment' and payment.plan_id is not null then (
    select json_build_object('planId', instalment.plan_id, 'seq', instalment.seq, 'attempt', payment.attempt,
      'firstFailedOn', instalment.first_failed_on)
    from instalment where instalment.account_id = payment.account_id and instalment.plan_id = payment.plan_id
      and instalment.seq = payment.instalment_seq) end as instalment
from payment
  join account on account.id = payment.account_id
  join institution on institution.id = payment.institution_id
  left join repayment_source
    on repayment_source.account_id = payment.account_id and repayment_source.id = payment.source_id;
