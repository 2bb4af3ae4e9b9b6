-- What a family reads of its ledger, page by page and however long it has become.

-- A transaction is an entry that moves the family's book, by the sum of its postings there. Surcharges, payouts of what
-- was set aside before and whatever else nets to nothing there are none.
create view family_transaction as
select entry.account_id, entry.id, entry.kind, entry.description, entry.institution_id, entry.posted_on, entry.cause_id,
  family.amount_minor
from ledger_entry entry
  cross join lateral (
    select sum(posting.amount_minor)::bigint as amount_minor from ledger_posting posting
    where posting.account_id = entry.account_id and posting.book = 'Family' and posting.entry_id = entry.id
  ) family
where family.amount_minor <> 0;

-- Adds up a book as before, and now also finds what one entry did to it without a look at the table.
drop index ledger_posting_by_book;
create index ledger_posting_by_book on ledger_posting (account_id, book, entry_id) include (amount_minor);

create index ledger_entry_of_school on ledger_entry (account_id, institution_id, posted_on desc, id desc);

create index payment_under_way on payment (account_id) where status in ('Created', 'Sent', 'Processing', 'Unknown');

-- What will be a transaction if all goes well.
create view pending_transaction as
select payment.account_id, payment.id, payment.institution_id, json_build_object(
    'accountId', payment.account_id, 'id', payment.id, 'kind', payment.kind, 'amount', payment.amount_minor,
    'schoolId', payment.institution_id, 'school', institution.name, 'region', account.region,
    'createdAt', payment.created_at, 'collectOn', instalment.collect_on,
    'methodType', repayment_source.type) as facts
from payment
  join account on account.id = payment.account_id
  join institution on institution.id = payment.institution_id
  left join instalment on instalment.account_id = payment.account_id and instalment.plan_id = payment.plan_id
    and instalment.seq = payment.instalment_seq
  left join repayment_source
    on repayment_source.account_id = payment.account_id and repayment_source.id = payment.source_id
where payment.status in ('Created', 'Sent', 'Processing', 'Unknown');

-- What it was paid with also says what the family reads of it.
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
      and instalment.seq = payment.instalment_seq) end as instalment,
  repayment_source.type as "methodType"
from payment
  join account on account.id = payment.account_id
  join institution on institution.id = payment.institution_id
  left join repayment_source
    on repayment_source.account_id = payment.account_id and repayment_source.id = payment.source_id;
