-- The books. Every amount of money is here.

-- Refuses an entry without postings.
create function refuse_empty_entry() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_posting where account_id = new.account_id and entry_id = new.id) then
    raise exception 'ledger entry % has no postings and so does not balance', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- The ledger: double entry in integer minor units, append-only. An entry belongs to one account; money that belongs to
-- no family (a deposit that fits nobody, what is paid to a school) is booked under the company's own id, which is all
-- zeros.
create table ledger_entry (
  account_id uuid not null,
  id uuid not null,
  seq bigint generated always as identity,
  kind text not null
    check (kind in (
      'Fee', 'Repayment', 'Surcharge', 'PaymentToSchool', 'Refund', 'Dispute', 'Withdrawal', 'Adjustment', 'Reversal')),
  description text,
  institution_id uuid references institution,
  posted_on date not null,
  -- The payment, withdrawal or entry that caused it. Each cause has one entry of a kind.
  cause_id uuid,
  -- The account, for the foreign key: the company's own id has no row there.
  family_id uuid generated always as (nullif(account_id, '00000000-0000-0000-0000-000000000000'::uuid)) stored
    references account,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, kind, cause_id)
);
create unique index ledger_entry_in_order on ledger_entry (seq);
-- Transactions of one day come in the order in which they happened.
create index ledger_entry_newest on ledger_entry (account_id, posted_on desc, created_at desc, seq desc);
create index ledger_entry_of_school
  on ledger_entry (account_id, institution_id, posted_on desc, created_at desc, seq desc);
create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each row execute function refuse_change();
-- Checked at commit, when the postings are there.
create constraint trigger ledger_entry_has_postings after insert on ledger_entry
  deferrable initially deferred for each row execute function refuse_empty_entry();

-- Refuses postings that do not balance. All postings of an entry are written by one statement, and nothing is ever
-- changed or deleted, so an entry balances exactly when what the statement adds to it does. Reading the ledger for it
-- would be expensive in a run over many entries. A single posting never balances, because none is zero.
create function refuse_unbalanced_postings() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
  select entry_id into wrong
  from written group by account_id, entry_id, currency having sum(amount_minor) <> 0
  limit 1;
  if wrong is not null then
    raise exception 'ledger entry % does not balance', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- The lines of a ledger entry, each in one book. The sum of book 'Family' is the family's balance: positive is credit
-- in its favour.
create table ledger_posting (
  account_id uuid not null,
  entry_id uuid not null,
  line int not null,
  book text not null
    check (book in (
      'Family', 'School', 'PaidAhead', 'ProviderClearing', 'SurchargeIncome', 'FeeIncome', 'Bank', 'WithdrawalHold',
      'Dispute', 'DisputeLoss', 'Suspense', 'Corrections')),
  currency text not null check (currency in ('AUD', 'GBP')),
  amount_minor bigint not null check (amount_minor <> 0),
  primary key (account_id, entry_id, line),
  foreign key (account_id, entry_id) references ledger_entry
);
-- Adds up a book, and finds what one entry did to it, without reading the table.
create index ledger_posting_by_book on ledger_posting (account_id, book, entry_id) include (amount_minor);
create trigger ledger_posting_append_only before update or delete on ledger_posting
  for each row execute function refuse_change();
create trigger ledger_posting_balances after insert on ledger_posting
  referencing new table as written for each statement execute function refuse_unbalanced_postings();

-- What a family has: positive is credit in its favour. Every balance on every screen is read from here. It is the sum of
-- the family's book, kept by the statement that adds to the book, and nothing else can change it. Only books of one
-- account have such a row: payments of different families must not wait for each other.
create table family_balance (
  account_id uuid primary key references account,
  balance_minor bigint not null
) with (fillfactor = 50);
create function add_to_balances() returns trigger language plpgsql as $$
begin
  insert into family_balance as known (account_id, balance_minor)
  select account_id, sum(amount_minor) from written where book = 'Family' group by account_id order by account_id
  on conflict (account_id) do update set balance_minor = known.balance_minor + excluded.balance_minor;
  return null;
end $$;
create trigger ledger_posting_changes_balance after insert on ledger_posting
  referencing new table as written for each statement execute function add_to_balances();
create trigger family_balance_follows_ledger before insert or update or delete on family_balance
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();

-- A digest of the entries since the seal before, up to a point. If the same digest taken later differs, the past was
-- changed.
create table ledger_seal (
  last_seq bigint primary key,
  digest text not null,
  sealed_at timestamptz not null
);
create trigger ledger_seal_append_only before update or delete on ledger_seal
  for each row execute function refuse_change();

-- The result of each check of the ledger, so that the last one can be reported.
create table ledger_check (
  checked_at timestamptz primary key,
  violations int not null check (violations >= 0)
);

-- The entries that families see as transactions: those that change the family's book, with the sum of their postings
-- there. One more is shown although it moves nothing: the end of a lost dispute, because the money left when the
-- dispute opened. A debit that was returned for good at once is one row, not two.
create view family_transaction as
select entry.account_id, entry.id, entry.kind, entry.description, entry.institution_id, entry.posted_on, entry.cause_id,
  coalesce(family.amount_minor, 0)::bigint as amount_minor, entry.created_at, entry.seq
from ledger_entry entry
  cross join lateral (
    select sum(posting.amount_minor)::bigint as amount_minor from ledger_posting posting
    where posting.account_id = entry.account_id and posting.book = 'Family' and posting.entry_id = entry.id
  ) family
where family.amount_minor <> 0 or family.amount_minor is null and entry.kind = 'Adjustment' and exists (
  select from dispute where dispute.account_id = entry.account_id and dispute.id = entry.cause_id
    and dispute.status = 'Lost' and dispute.closed_at > dispute.created_at
    and dispute.amount_minor > dispute.loss_minor);

-- What changed a family's balance, under the name by which it is explained. The school is named only where money went
-- to one. What an adjustment was, its other book says.
create view family_move as
select entry.account_id, entry.id, entry.kind, entry.posted_on, entry.description, entry.cause_id, posting.amount_minor,
  case when entry.kind = 'PaymentToSchool' then entry.institution_id end as school_id,
  case entry.kind
    when 'Repayment' then case
      when payment.plan_id is not null then 'Instalment'
      when payment.kind = 'Early' then 'Additional'
      when payment.kind = 'Guest' then 'Link'
      when payment.kind in ('Deposit', 'Offline') then payment.kind
      else 'Payment' end
    when 'PaymentToSchool' then 'ToSchool'
    when 'Adjustment' then coalesce((
      select case other.book when 'School' then 'FromSchool' when 'Corrections' then 'Correction' end
      from ledger_posting other
      where other.account_id = entry.account_id and other.entry_id = entry.id
        and other.book in ('School', 'Corrections') limit 1), 'CarriedOver')
    when 'Reversal' then case
      when exists (select from refund where refund.account_id = entry.account_id and refund.id = entry.cause_id)
        then 'RefundReturned'
      when exists (select from dispute where dispute.account_id = entry.account_id and dispute.id = entry.cause_id)
        then 'DisputeWon'
      when exists (select from ledger_entry held where held.account_id = entry.account_id
        and held.id = entry.cause_id and held.kind = 'Withdrawal') then 'WithdrawalReturned'
      else 'Reversed' end
    else entry.kind end as move
from ledger_entry entry
  join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
    and posting.book = 'Family'
  left join payment on entry.kind = 'Repayment' and payment.account_id = entry.account_id
    and payment.id = entry.cause_id;
