-- Money that goes to the schools.

-- What was passed on to one school in one currency on one day.
create table remittance (
  id uuid primary key,
  institution_id uuid not null references institution,
  currency text not null check (currency in ('AUD', 'GBP')),
  remitted_on date not null,
  payment_count int not null check (payment_count > 0),
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null,
  -- When two people released it to be paid.
  released_at timestamptz,
  unique (institution_id, currency, remitted_on)
);
create index remittance_newest on remittance (remitted_on desc, institution_id);

-- The parts of a remittance: each is either a payment or the credit that lowered a plan.
create table remittance_line (
  account_id uuid not null,
  remittance_id uuid not null references remittance,
  payment_id uuid,
  plan_id uuid,
  amount_minor bigint not null check (amount_minor > 0),
  unique (account_id, payment_id),
  unique (account_id, plan_id),
  foreign key (account_id, payment_id) references payment,
  foreign key (account_id, plan_id) references plan,
  check (num_nonnulls(payment_id, plan_id) = 1)
);
create index remittance_line_of on remittance_line (remittance_id);

-- Payments that have arrived, with what decides where their money goes: domain/remittances.ts has the rule. What an
-- early payment covers of a school's requests is the school's. If a bank took money back that the school already has,
-- what the family pays again outside its plan makes up for it and is not passed on a second time.
create view arrived_payment as
select payment.account_id, payment.id, payment.institution_id, payment.currency, payment.paid_on, payment.created_at,
  payment.remittance, left_of_it.amount, left_of_it.entry_id,
  case
    when payment.plan_id is not null or request.is_arrears and not payment.is_allocated
      then greatest(left_of_it.amount, 0)
    else covered.amount end as for_plan,
  request.id is not null and not request.is_arrears as is_for_request,
  (greatest(coalesce(plan_start.debt - plan_start.paid_before, 0), 0)
    + least(greatest(coalesce(lost.gone - lost.made_up, 0), 0), greatest(left_of_it.amount, 0)))::bigint as debt_first,
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
        and earlier.status in ('Succeeded', 'Disputed')
        and (earlier.paid_on, earlier.id) < (payment.paid_on, payment.id)
    ) as paid_before
    from plan join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
      and version.version = plan.version
    where plan.account_id = payment.account_id and plan.id = payment.plan_id and version.balance_at_start_minor > 0
  ) plan_start on true
  -- What a bank took back for good after the school had it, and what of that earlier payments have made up for.
  left join lateral (
    select sum(0 - taken.amount_minor) as gone, (
      select coalesce(sum(other.amount_minor - least(other.refunded_minor + other.disputed_minor, other.amount_minor)
        - case when other.remittance is null then 0 else coalesce((
          select sum(0 - posting.amount_minor) from ledger_entry entry join ledger_posting posting
            on posting.account_id = entry.account_id and posting.entry_id = entry.id and posting.book = 'Family'
          where entry.account_id = other.account_id and entry.kind = 'PaymentToSchool'
            and entry.cause_id = other.id), 0) end), 0)
      from payment other
      where other.account_id = payment.account_id and other.institution_id = payment.institution_id
        and other.plan_id is null and other.status in ('Succeeded', 'Disputed')
        and other.created_at > min(dispute.created_at) and (other.paid_on, other.id) < (payment.paid_on, payment.id)
    ) as made_up
    from dispute
      join payment returned on returned.account_id = dispute.account_id and returned.id = dispute.payment_id
      join family_transaction taken on taken.account_id = dispute.account_id and taken.cause_id = dispute.id
        and taken.kind = 'Dispute'
    where payment.plan_id is null and dispute.account_id = payment.account_id and dispute.status = 'Lost'
      and dispute.created_at < payment.created_at and returned.id <> payment.id
      and returned.institution_id = payment.institution_id
      and exists (select from ledger_entry entry where entry.account_id = returned.account_id
        and entry.kind = 'PaymentToSchool' and entry.cause_id = returned.id)
  ) lost on true
  left join lateral (
    select sum(refund_order.amount_minor)::bigint as amount from refund_order
    where refund_order.account_id = payment.account_id and refund_order.payment_id = payment.id
      and refund_order.status in ('Ordered', 'Unknown', 'Accepted')
    having count(*) > 0
  ) going_back on true
where payment.status in ('Succeeded', 'Disputed');
