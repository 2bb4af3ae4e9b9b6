-- Until when the payer can confirm a payment that their bank asks about (3-D Secure). Set only while that is open; after
-- it the payment is called off at the provider.
alter table payment add column confirm_by timestamptz;

-- A payment that waits for its payer has an id at the provider already, and still keeps the same one from beginning.
drop index one_open_early_payment;
create unique index one_open_early_payment on payment (account_id, institution_id, amount_minor)
  where kind = 'Early' and (provider_payment_id is null or confirm_by is not null)
    and status in ('Created', 'Sent', 'Unknown');

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
  repayment_source.type as "methodType", payment.confirm_by as "confirmBy"
from payment
  join account on account.id = payment.account_id
  join institution on institution.id = payment.institution_id
  left join repayment_source
    on repayment_source.account_id = payment.account_id and repayment_source.id = payment.source_id;
