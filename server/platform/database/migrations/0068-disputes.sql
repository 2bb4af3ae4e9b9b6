-- Before a dispute a bank may only ask. That takes no money, and often comes to nothing.
alter table dispute drop constraint dispute_status_check;
alter table dispute add constraint dispute_status_check
  check (status in ('Inquiry', 'InquiryClosed', 'Open', 'Won', 'Lost'));
create index dispute_of_payment on dispute (account_id, payment_id);

-- The end of a dispute that is lost moves nothing in the family's book, because the money left it when the dispute opened.
-- The family sees it all the same. A debit that came back for good at once is one row and not two.
create or replace view family_transaction as
select entry.account_id, entry.id, entry.kind, entry.description, entry.institution_id, entry.posted_on, entry.cause_id,
  coalesce(family.amount_minor, 0)::bigint as amount_minor, entry.created_at, entry.seq
from ledger_entry entry
  cross join lateral (
    select sum(posting.amount_minor)::bigint as amount_minor from ledger_posting posting
    where posting.account_id = entry.account_id and posting.book = 'Family' and posting.entry_id = entry.id
  ) family
where family.amount_minor <> 0 or family.amount_minor is null and entry.kind = 'Adjustment' and exists (
  select from dispute where dispute.account_id = entry.account_id and dispute.id = entry.cause_id
    and dispute.status = 'Lost' and dispute.closed_at > dispute.created_at);

-- The school has its money already: what the family pays again outside its plan makes up for what was taken back, and is not
-- passed on a second time.
-- Payments that have come, with what decides where their money goes. `domain/remittances.ts` has the rule.
create or replace view arrived_payment as
select payment.account_id, payment.id, payment.institution_id, payment.currency, payment.paid_on, payment.created_at,
  payment.remittance, left_of_it.amount, left_of_it.entry_id,
  case
    when payment.plan_id is not null or (request.is_arrears or request.plan_id is not null) and not payment.is_allocated
      then greatest(left_of_it.amount, 0)
    else covered.amount end as for_plan,
  request.id is not null and not request.is_arrears and request.plan_id is null as is_for_request,
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
        and earlier.status in ('Succeeded', 'Disputed') and (earlier.paid_on, earlier.id) < (payment.paid_on, payment.id)
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
