-- What families pay for a product whose fees Larkwell has paid ahead repays Larkwell.
alter table ledger_posting drop constraint ledger_posting_book_check,
  add constraint ledger_posting_book_check check (book in ('Family', 'School', 'PaidAhead', 'ProviderClearing',
    'SurchargeIncome', 'FeeIncome', 'Bank', 'WithdrawalHold', 'Dispute', 'Suspense'));

-- A school gets a payment, or the credit that a plan has used.
alter table remittance_line drop constraint remittance_line_pkey,
  alter column payment_id drop not null,
  add column plan_id uuid,
  add foreign key (account_id, plan_id) references plan,
  add check (num_nonnulls(payment_id, plan_id) = 1),
  add unique (account_id, payment_id),
  add unique (account_id, plan_id);

-- Payments that have come, with what decides where their money goes. `domain/remittances.ts` has the rule.
create view arrived_payment as
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
    and entry.kind = 'PaymentToSchool' and entry.cause_id = payment.id) as is_passed_on
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

-- Whether the credit that lowers a plan has been passed on. Plans that are over already are left as they are.
alter table plan add column is_credit_settled boolean not null default false;
update plan set is_credit_settled = true where status = 'Completed';

-- Plans that are lower by credit which is still in the family's balance. A draft promises nothing.
create view plan_with_credit as
select plan.account_id, plan.id, plan.tuition_year, plan.status, version.balance_at_start_minor, version.total_minor
from plan join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
  and version.version = plan.version
where plan.status <> 'Draft' and not plan.is_credit_settled and version.balance_at_start_minor < 0;

-- The earlier rule kept instalments of products paid ahead as credit. They are decided again by the new one.
update payment set remittance = null
from account
where account.id = payment.account_id and account.product_type = 'PlusFunded' and payment.remittance = 'Kept'
  and payment.status in ('Succeeded', 'Disputed');

-- Whether there is a method to collect a plan from: a card that was only typed to pay once is none.
create function has_method(wanted uuid) returns boolean language sql stable as $$
  select exists (select from repayment_source where account_id = wanted and status = 'Usable')
    and exists (select from repayment_source where account_id = wanted and status <> 'Removed'
      and (is_preferred or is_default))
$$;

create or replace view account_facts as
select known."accountId" as account_id, row_to_json(known) as facts
from (
  select account_basics.*,
    has_method(account_basics."accountId") as "hasUsableSource",
    coalesce((
      select json_agg(json_build_object(
        'id', plan.id, 'tuitionYear', plan.tuition_year, 'status', plan.status,
        'startDate', version.start_date, 'savedBy', version.saved_by) order by plan.tuition_year)
      from plan join plan_version version
        on version.account_id = plan.account_id and version.plan_id = plan.id and version.version = plan.version
      where plan.account_id = account_basics."accountId"
    ), '[]') as plans
  from account_basics
) known;
