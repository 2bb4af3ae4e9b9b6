-- The ledger: double entry in integer minor units, append-only. An entry belongs to one account; its postings
-- name the book they touch. The family's balance is the sum of book 'Family': positive is credit in its favour.

create table ledger_entry (
  account_id uuid not null references account,
  id uuid not null,
  kind text not null check (kind in
    ('Fee', 'Repayment', 'Surcharge', 'PaymentToSchool', 'Refund', 'Dispute', 'Withdrawal', 'Adjustment', 'Reversal')),
  description text,
  institution_id uuid references institution,
  posted_on date not null,
  -- The payment, withdrawal or entry that gave rise to it; one entry of each kind for each cause.
  cause_id uuid,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, kind, cause_id)
);
create index ledger_entry_newest on ledger_entry (account_id, posted_on desc, id desc);

create table ledger_posting (
  account_id uuid not null,
  entry_id uuid not null,
  line int not null,
  book text not null check (book in
    ('Family', 'School', 'ProviderClearing', 'SurchargeIncome', 'Bank', 'WithdrawalHold', 'Dispute', 'Suspense')),
  currency text not null check (currency in ('AUD', 'GBP')),
  amount_minor bigint not null check (amount_minor <> 0),
  primary key (account_id, entry_id, line),
  foreign key (account_id, entry_id) references ledger_entry
);
create index ledger_posting_by_book on ledger_posting (account_id, book) include (amount_minor);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: a correction is a new row', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each row execute function refuse_change();
create trigger ledger_posting_append_only before update or delete on ledger_posting
  for each row execute function refuse_change();

create function refuse_unbalanced_entry() returns trigger language plpgsql as $$
declare
  entry uuid := case tg_table_name when 'ledger_entry' then (to_jsonb(new)->>'id')::uuid
                                   else (to_jsonb(new)->>'entry_id')::uuid end;
  lines int;
  unbalanced int;
begin
  select count(*)::int into lines from ledger_posting where account_id = new.account_id and entry_id = entry;
  select count(*)::int into unbalanced from (
    select 1 from ledger_posting where account_id = new.account_id and entry_id = entry
    group by currency having sum(amount_minor) <> 0
  ) per_currency;
  if lines < 2 or unbalanced > 0 then
    raise exception 'ledger entry % does not balance', entry using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Checked at commit, when all postings of the entry are there.
create constraint trigger ledger_entry_balances after insert on ledger_entry
  deferrable initially deferred for each row execute function refuse_unbalanced_entry();
create constraint trigger ledger_posting_balances after insert on ledger_posting
  deferrable initially deferred for each row execute function refuse_unbalanced_entry();
