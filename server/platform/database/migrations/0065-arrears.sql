-- What a family is behind with is asked for by one request for its account. Requests for a single instalment, which have a
-- plan, are from before; the job that asks for what is overdue replaces those that are open.
alter table payment_request
  add column is_arrears boolean not null default false,
  -- What of it is no instalment but a fee, because a bank sent a debit back.
  add column fee_minor bigint not null default 0 check (fee_minor >= 0),
  -- When something was last added to it, and how often and when the family was last reminded of it.
  add column grown_at timestamptz,
  add column reminders int not null default 0,
  add column reminded_at timestamptz;
create unique index one_open_arrears_request on payment_request (account_id)
  where is_arrears and status in ('Open', 'PartPaid');
create index instalment_of_request on instalment (account_id, payment_request_id) where payment_request_id is not null;

-- What is left to pay of a request for arrears: its instalments as far as they are not covered, and its fees, less what its
-- payments brought beyond what they have covered.
create view open_arrears as
select request.account_id, request.id, owed.oldest_due_on,
  greatest(0, owed.amount + request.fee_minor - (request.amount_paid_minor - covered.amount))::bigint as left_minor
from payment_request request
  cross join lateral (
    select coalesce(sum(instalment.amount_minor - instalment.covered_minor), 0) as amount,
      min(instalment.due_on) as oldest_due_on
    from instalment
    where instalment.account_id = request.account_id and instalment.payment_request_id = request.id
      and instalment.status = 'Overdue'
  ) owed
  cross join lateral (
    select coalesce(sum(cover.amount_minor), 0) as amount
    from payment join instalment_cover cover on cover.account_id = payment.account_id and cover.payment_id = payment.id
    where payment.account_id = request.account_id and payment.payment_request_id = request.id
  ) covered
where request.is_arrears and request.status in ('Open', 'PartPaid');
