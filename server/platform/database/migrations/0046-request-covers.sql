-- Which early payments have brought what of a request that the family was asked to pay by a link.
create table request_cover (
  account_id uuid not null,
  request_id text not null,
  payment_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (account_id, request_id, payment_id),
  foreign key (account_id, request_id) references payment_request,
  foreign key (account_id, payment_id) references payment
);
create index request_cover_of_payment on request_cover (account_id, payment_id);

-- What an early payment brought of the school's requests is the school's.
-- Payments that have come, with what decides where their money goes. `domain/remittances.ts` has the rule.
create or replace view arrived_payment as
select payment.account_id, payment.id, payment.institution_id, payment.currency, payment.paid_on, payment.created_at,
  payment.remittance, left_of_it.amount, left_of_it.entry_id,
  case
    when payment.plan_id is not null or request.plan_id is not null and not payment.is_allocated
      then greatest(left_of_it.amount, 0)
    else covered.amount end as for_plan,
  request.id is not null and request.plan_id is null as is_for_request,
  greatest(coalesce(plan_start.debt - plan_start.paid_before, 0), 0)::bigint as debt_first,
  going_back.amount as going_back,
  exists (select from ledger_entry entry where entry.account_id = payment.account_id
    and entry.kind = 'PaymentToSchool' and entry.cause_id = payment.id) as is_passed_on,
  (select coalesce(sum(cover.amount_minor), 0)::bigint from request_cover cover
    where cover.account_id = payment.account_id and cover.payment_id = payment.id) as for_requests
from payment
  left join payment_request request on request.account_id = payment.account_id
    and request.id = payment.payment_request_id
  cross join lateral (
    select coalesce(sum(posting.amount_minor), 0)::bigint as amount,
      (array_agg(entry.id) filter (where entry.kind = 'Repayment'))[1] as entry_id
    from (
      select payment.id
      union all
      select refund.id from refund where refund.account_id = payment.account_id and refund.payment_id = payment.id
      union all
      select dispute.id from dispute where dispute.account_id = payment.account_id and dispute.payment_id = payment.id
    ) cause
      join ledger_entry entry on entry.account_id = payment.account_id and entry.cause_id = cause.id
        and entry.kind in ('Repayment', 'Refund', 'Dispute', 'Reversal')
      join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
        and posting.book = 'Family'
  ) left_of_it
  cross join lateral (
    select coalesce(sum(cover.amount_minor), 0)::bigint as amount from instalment_cover cover
    where cover.account_id = payment.account_id and cover.payment_id = payment.id
  ) covered
  left join lateral (
    select version.balance_at_start_minor as debt, (
      select coalesce(sum(earlier.amount_minor), 0) from payment earlier
      where earlier.account_id = payment.account_id and earlier.plan_id = payment.plan_id
        and earlier.status in ('Succeeded', 'Disputed') and (earlier.paid_on, earlier.id) < (payment.paid_on, payment.id)
    ) as paid_before
    from plan join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
      and version.version = plan.version
    where plan.account_id = payment.account_id and plan.id = payment.plan_id and version.balance_at_start_minor > 0
  ) plan_start on true
  left join lateral (
    select sum(refund_order.amount_minor)::bigint as amount from refund_order
    where refund_order.account_id = payment.account_id and refund_order.payment_id = payment.id
      and refund_order.status in ('Ordered', 'Unknown', 'Accepted')
    having count(*) > 0
  ) going_back on true
where payment.status in ('Succeeded', 'Disputed');

-- The method that an account's plan is collected from. `payingSource` in domain/payment-methods says the same.
create function paying_source_id(wanted uuid) returns uuid language sql stable as $$
  select id from repayment_source
  where account_id = wanted and status <> 'Removed' and (is_preferred or is_default)
  order by is_preferred desc limit 1
$$;

create or replace function has_method(wanted uuid) returns boolean language sql stable as $$
  select exists (select from repayment_source where account_id = wanted and status = 'Usable')
    and paying_source_id(wanted) is not null
$$;
