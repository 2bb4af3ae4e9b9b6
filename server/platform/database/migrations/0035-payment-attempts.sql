-- What a payment was made with, as its receipt calls it, where no saved method says so: a card typed once, a wallet.
alter table payment add column method_name text;

-- While one payment of a request is under way, the same one cannot begin again. Another sum can, as far as something
-- is left to pay: whoever begins holds the request's row and counts what is under way.
drop index one_open_payment_of_request;
create unique index one_open_payment_of_request on payment (payment_request_id, amount_minor)
  where payment_request_id is not null and provider_payment_id is null and status in ('Created', 'Sent', 'Unknown');

-- The attempt that a wallet's session was opened in: what became of it is asked for by its name.
alter table checkout_session
  add column client_request_id text,
  -- Why another sum than the one asked for is paid; the payment takes it over.
  add column amount_change_reason text,
  add column amount_change_description text check (length(amount_change_description) <= 100);
create index checkout_session_of_attempt on checkout_session (account_id, client_request_id)
  where client_request_id is not null;

create or replace view payment_in_full as
select
  payment.account_id as "accountId", payment.id, payment.kind, payment.status, account.region, payment.currency,
  payment.amount_minor as amount, payment.surcharge_minor as surcharge,
  payment.surcharge_basis_points as "basisPoints", payment.refunded_minor as refunded,
  payment.disputed_minor as disputed, payment.institution_id as "institutionId", institution.name as "schoolName",
  account.short_id as "shortId", payment.payment_request_id as "requestId", payment.source_id as "sourceId",
  coalesce(repayment_source.display_name, payment.method_name) as "methodName",
  payment.client_request_id as "clientRequestId",
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
      and instalment.seq = payment.instalment_seq) end as instalment,
  repayment_source.type as "methodType"
from payment
  join account on account.id = payment.account_id
  join institution on institution.id = payment.institution_id
  left join repayment_source
    on repayment_source.account_id = payment.account_id and repayment_source.id = payment.source_id;
