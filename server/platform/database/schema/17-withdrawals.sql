-- Credit that is paid out to families.

-- The bank accounts that money is paid out to. One that a parent added is confirmed with a code, and nothing is paid to
-- it before `payable_from`.
create table payout_bank_account (
  account_id uuid not null references account,
  id uuid not null,
  holder text not null check (length(holder) between 1 and 32),
  display_name text not null,
  bank_details bytea,
  encryption_key_id text,
  masked_bsb text not null,
  masked_account_number text not null,
  -- The parent who added it. Null for staff.
  added_by uuid references customer,
  -- If it is not confirmed by then, it is removed.
  confirm_by timestamptz,
  -- The newest code, until it is used, replaced or locked by wrong tries.
  code_id uuid,
  code_hash text,
  code_expires_at timestamptz,
  code_wrong_tries int not null default 0,
  mobile_last_3 text,
  verified_at timestamptz,
  payable_from timestamptz,
  -- Nothing is paid to it any more. The row stays for the withdrawals that refer to it.
  removed_at timestamptz,
  primary key (account_id, id),
  constraint payout_details_name_their_key check ((bank_details is null) = (encryption_key_id is null)),
  constraint payout_account_waits_for_its_parent check ((added_by is null) = (confirm_by is null))
);
create index payout_bank_accounts_by_key on payout_bank_account (encryption_key_id)
  where encryption_key_id is not null;
create index payout_account_to_remove on payout_bank_account (confirm_by)
  where confirm_by is not null and verified_at is null and removed_at is null;

-- The files for the bank with which withdrawals are paid out.
create table payout_batch (
  number int primary key check (number > 0),
  region text not null check (region in ('AU', 'UK')),
  -- The file for the bank, encrypted: every download has the same bytes.
  file bytea not null,
  encryption_key_id text not null,
  created_by uuid not null references staff,
  created_at timestamptz not null
);
-- A batch never changes, except for the key that its file is encrypted with.
create trigger payout_batch_stays before delete on payout_batch
  for each row execute function refuse_change();
create trigger payout_batch_changes_its_key_only before update on payout_batch
  for each row when (
    (old.number, old.region, old.created_by, old.created_at)
      is distinct from (new.number, new.region, new.created_by, new.created_at)
    or old.encryption_key_id = new.encryption_key_id)
  execute function refuse_change();

-- Money that a family asks back. It is held at once, confirmed with a code by the parent who asked, then decided by
-- staff.
create table withdrawal_request (
  account_id uuid not null references account,
  id uuid not null,
  bank_account_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  status text not null check (status in ('Unconfirmed', 'Pending', 'Approved', 'Paid', 'Declined', 'Cancelled')),
  asked_by uuid references customer,
  client_request_id text,
  -- If it is not confirmed by then, it is cancelled.
  confirm_by timestamptz,
  confirmed_at timestamptz,
  decided_at timestamptz,
  -- Why it was declined, by staff or by the bank that returned the money: the family reads it.
  reason text,
  payout_number int references payout_batch,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, bank_account_id) references payout_bank_account,
  constraint withdrawal_unconfirmed_has_an_end check (status <> 'Unconfirmed' or confirm_by is not null),
  constraint withdrawal_paid_out_is_approved
    check (payout_number is null or status in ('Approved', 'Paid', 'Declined'))
);
create index withdrawal_by_id on withdrawal_request (id);
-- For ever, as with payments: a request that is sent again is the same request.
create unique index withdrawal_once_by_request_id on withdrawal_request (account_id, client_request_id);
create index withdrawal_newest on withdrawal_request (account_id, created_at desc, id);
create index withdrawal_to_cancel on withdrawal_request (confirm_by) where status = 'Unconfirmed';
create index withdrawal_of_payout on withdrawal_request (payout_number) where payout_number is not null;
create index withdrawal_to_pay_out on withdrawal_request (decided_at, id)
  where status = 'Approved' and payout_number is null;
create index withdrawal_to_bank_account on withdrawal_request (account_id, bank_account_id);
-- Out of its batch it would be put into the next one, and its money would go out twice.
create trigger withdrawal_stays_in_its_payout before update on withdrawal_request
  for each row when (old.payout_number is not null and new.payout_number is distinct from old.payout_number)
  execute function refuse_change();

-- Codes that confirm a withdrawal, each for the customer whose mobile it was sent to.
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
create index withdrawal_code_open_of_customer on withdrawal_code (customer_id) where closed_at is null;

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
