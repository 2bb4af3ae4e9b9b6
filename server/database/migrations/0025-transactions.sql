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
    'createdAt', payment.created_at, 'collectOn', instalment.collect_on) as facts
from payment
  join account on account.id = payment.account_id
  join institution on institution.id = payment.institution_id
  left join instalment on instalment.account_id = payment.account_id and instalment.plan_id = payment.plan_id
    and instalment.seq = payment.instalment_seq
where payment.status in ('Created', 'Sent', 'Processing', 'Unknown');
