-- The day on which money was taken is kept beside the day on which it was due.
alter table instalment add column collected_on date;
update instalment set collected_on = case payment.kind
    when 'Instalment' then (payment.created_at at time zone
      case account.region when 'AU' then 'Australia/Sydney' else 'Europe/London' end)::date
    else payment.paid_on end
from payment join account on account.id = payment.account_id
where payment.account_id = instalment.account_id and payment.id = instalment.payment_id
  and instalment.status in ('Collecting', 'Paid');

-- A new try is announced by the mail about the failure. One whose amount changes afterwards is announced again, like
-- every other instalment.
update instalment set noticed_on = collect_on where status = 'Retrying' and noticed_on is null;
drop index instalment_to_announce;
create index instalment_to_announce on instalment (coalesce(retry_on, collect_on))
  where status in ('Scheduled', 'Retrying') and noticed_on is null;

-- A request for an instalment is due when the instalment was.
update payment_request set due_on = instalment.due_on
from instalment
where instalment.account_id = payment_request.account_id and instalment.plan_id = payment_request.plan_id
  and instalment.seq = payment_request.instalment_seq and payment_request.status in ('Open', 'PartPaid');
