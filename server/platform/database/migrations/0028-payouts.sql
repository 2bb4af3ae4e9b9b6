-- Where families are paid to is kept by staff, and money goes out to them in numbered batches, each withdrawal once.

-- Kept for the requests that name it; nothing is paid to it any more.
alter table payout_bank_account add column removed_at timestamptz;

create table payout_batch (
  number int primary key check (number > 0),
  region text not null check (region in ('AU', 'UK')),
  -- What the bank takes in, encrypted: whoever asks for it again gets the same bytes.
  file bytea not null,
  encryption_key_id text not null,
  created_by uuid not null references staff,
  created_at timestamptz not null
);
create trigger payout_batch_append_only before update or delete on payout_batch
  for each row execute function refuse_change();

alter table withdrawal_request
  add column payout_number int references payout_batch,
  add constraint withdrawal_paid_out_is_approved
    check (payout_number is null or status in ('Approved', 'Paid', 'Declined'));
-- Out of a batch it would be put into the next one, and its money would go out twice.
create trigger withdrawal_stays_in_its_payout before update on withdrawal_request
  for each row when (old.payout_number is not null and new.payout_number is distinct from old.payout_number)
  execute function refuse_change();

create index withdrawal_of_payout on withdrawal_request (payout_number) where payout_number is not null;
create index withdrawal_to_pay_out on withdrawal_request (decided_at, id)
  where status = 'Approved' and payout_number is null;
create index withdrawal_to_bank_account on withdrawal_request (account_id, bank_account_id);
