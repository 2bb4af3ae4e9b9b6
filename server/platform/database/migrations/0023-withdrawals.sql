-- Money that a family asks back: held at once, confirmed with a code by whoever asked, then decided by staff.

alter table withdrawal_request
  drop constraint withdrawal_request_status_check,
  add constraint withdrawal_request_status_check check (status in
    ('Unconfirmed', 'Pending', 'Approved', 'Paid', 'Declined', 'Cancelled')),
  add column asked_by uuid references customer,
  add column client_request_id text,
  -- What is not confirmed by then is cancelled.
  add column confirm_by timestamptz,
  add column confirmed_at timestamptz,
  -- Why it was declined, by staff or by the bank that sent the money back: the family reads it.
  add column reason text,
  add constraint withdrawal_unconfirmed_has_an_end check (status <> 'Unconfirmed' or confirm_by is not null);
update withdrawal_request set reason = review.reason from review
  where withdrawal_request.status = 'Declined' and review.account_id = withdrawal_request.account_id
    and review.kind = 'Withdrawal' and review.subject_id = withdrawal_request.id;
-- For ever, as with payments: a request that is sent again is the same request.
create unique index withdrawal_once_by_request_id on withdrawal_request (account_id, client_request_id);
create index withdrawal_newest on withdrawal_request (account_id, created_at desc, id);
create index withdrawal_to_cancel on withdrawal_request (confirm_by) where status = 'Unconfirmed';

-- Codes that were sent to confirm a withdrawal, each for the customer whose mobile it went to.
create table withdrawal_code (
  account_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  customer_id uuid not null references customer,
  mobile_last_3 text not null,
  code_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  wrong_tries int not null default 0,
  -- Used, locked by wrong tries, or replaced by a newer code.
  closed_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, request_id) references withdrawal_request
);
create unique index one_open_code_of_withdrawal on withdrawal_code (account_id, request_id) where closed_at is null;
create index withdrawal_code_newest on withdrawal_code (account_id, request_id, created_at desc);
create index withdrawal_code_to_purge on withdrawal_code (expires_at);

alter table payout_bank_account
  add constraint payout_details_name_their_key check ((bank_details is null) = (encryption_key_id is null));

-- What a family has that is meant for its school and has not gone there yet.
create index payment_undecided_of_account on payment (account_id)
  where remittance is null and status in ('Succeeded', 'Disputed');

-- A withdrawal with what is needed to show it and to carry it on.
create view withdrawal_in_full as
select
  request.account_id as "accountId", request.id, request.amount_minor as amount, request.status, account.region,
  account.currency, account.institution_id as "institutionId", request.created_at as "createdAt",
  request.confirm_by as "confirmBy", request.bank_account_id as "bankAccountId",
  bank_account.display_name as "bankAccountDisplayName",
  case when request.status = 'Unconfirmed' then (
    select code.mobile_last_3 from withdrawal_code code
    where code.account_id = request.account_id and code.request_id = request.id
    order by code.created_at desc limit 1) end as "mobileLast3Digits",
  case when request.status = 'Declined' then request.reason end as reason,
  (select entry.id from ledger_entry entry
    where entry.account_id = request.account_id and entry.kind = 'Withdrawal' and entry.cause_id = request.id
  ) as "holdEntryId"
from withdrawal_request request
  join account on account.id = request.account_id
  join payout_bank_account bank_account
    on bank_account.account_id = request.account_id and bank_account.id = request.bank_account_id;
