-- Transactions of one day come in the order in which they happened.
drop index ledger_entry_newest;
create index ledger_entry_newest on ledger_entry (account_id, posted_on desc, created_at desc, seq desc);
drop index ledger_entry_of_school;
create index ledger_entry_of_school
  on ledger_entry (account_id, institution_id, posted_on desc, created_at desc, seq desc);

create or replace view family_transaction as
select entry.account_id, entry.id, entry.kind, entry.description, entry.institution_id, entry.posted_on, entry.cause_id,
  family.amount_minor, entry.created_at, entry.seq
from ledger_entry entry
  cross join lateral (
    select sum(posting.amount_minor)::bigint as amount_minor from ledger_posting posting
    where posting.account_id = entry.account_id and posting.book = 'Family' and posting.entry_id = entry.id
  ) family
where family.amount_minor <> 0;

-- Payments that were tried and took nothing: the family sees them, and the ledger has nothing of them.
create index payment_failed on payment (account_id) where status = 'Failed';
create view failed_attempt as
select payment.account_id, payment.id, payment.institution_id, payment.created_at, payment.amount_minor,
  greatest(instalment.collect_on, (payment.created_at at time zone
    case account.region when 'AU' then 'Australia/Sydney' else 'Europe/London' end)::date) as tried_on,
  json_build_object('kind', payment.kind, 'methodType', repayment_source.type, 'reason', payment.failure_code) as facts
from payment
  join account on account.id = payment.account_id
  left join instalment on instalment.account_id = payment.account_id and instalment.plan_id = payment.plan_id
    and instalment.seq = payment.instalment_seq
  left join repayment_source
    on repayment_source.account_id = payment.account_id and repayment_source.id = payment.source_id
where payment.status = 'Failed';

-- A parent adds a payout account and confirms it with a code. Nothing is paid to it before `payable_from`.
alter table payout_bank_account
  add column added_by uuid references customer,
  -- What is not confirmed by then is removed.
  add column confirm_by timestamptz,
  add column payable_from timestamptz,
  -- The newest code, until it is used, replaced or locked by wrong tries.
  add column code_id uuid,
  add column code_hash text,
  add column code_expires_at timestamptz,
  add column code_wrong_tries int not null default 0,
  add column mobile_last_3 text,
  add constraint payout_account_waits_for_its_parent check ((added_by is null) = (confirm_by is null));
create index payout_account_to_remove on payout_bank_account (confirm_by)
  where confirm_by is not null and verified_at is null and removed_at is null;
