-- Money that goes to the schools.

-- What is due to one school in one currency from one day, and how far it has come: due, released by two people, sent to
-- the bank, and confirmed by it. What the bank sends back is due again, as a remittance of that day with the same lines.
create table remittance (
  id uuid primary key,
  -- The remittance that has its lines: itself, or the first one whose money came back.
  first_id uuid not null references remittance,
  institution_id uuid not null references institution,
  currency text not null check (currency in ('AUD', 'GBP')),
  remitted_on date not null,
  payment_count int not null check (payment_count > 0),
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null,
  -- When two people released it to be paid.
  released_at timestamptz,
  -- When the bank was told to pay it: from then on the money has left our books.
  sent_at timestamptz,
  -- When the bank's confirmation was recorded, and the day of the payment on the bank's statement.
  paid_at timestamptz,
  paid_on date,
  -- When it was recorded that the bank has sent the money back.
  returned_at timestamptz,
  state text not null generated always as (case when returned_at is not null then 'Returned'
    when paid_at is not null then 'Paid' when sent_at is not null then 'Sent'
    when released_at is not null then 'Released' else 'Due' end) stored,
  constraint remittance_steps_in_order check (coalesce(sent_at >= released_at, sent_at is null)
    and coalesce(paid_at >= sent_at, paid_at is null)
    and coalesce(returned_at >= coalesce(paid_at, sent_at), returned_at is null)),
  constraint remittance_is_paid_on_a_day check ((paid_at is null) = (paid_on is null))
);
create index remittance_of_lines on remittance (first_id);
create index remittance_newest on remittance (remitted_on desc, institution_id);
-- A day's remittance grows until it is released. What comes later is another one.
create unique index one_growing_remittance on remittance (institution_id, currency, remitted_on)
  where released_at is null and first_id = id;
-- No lines are paid twice.
create unique index one_remittance_of_lines on remittance (first_id) where returned_at is null;
create trigger remittance_stays before delete on remittance
  for each row execute function refuse_change();
-- Each step is taken once, and nothing joins what two people have released.
create trigger remittance_only_goes_on before update on remittance
  for each row when (
    (old.first_id, old.institution_id, old.currency, old.remitted_on, old.created_at)
      is distinct from (new.first_id, new.institution_id, new.currency, new.remitted_on, new.created_at)
    or old.released_at is not null and (old.payment_count, old.amount_minor, old.released_at)
      is distinct from (new.payment_count, new.amount_minor, new.released_at)
    or old.sent_at is not null and old.sent_at is distinct from new.sent_at
    or old.paid_at is not null and (old.paid_at, old.paid_on) is distinct from (new.paid_at, new.paid_on)
    or old.returned_at is not null)
  execute function refuse_change();

-- The parts of a remittance: each is what one ledger entry moved from a family's book to the school's, of a payment or of
-- the credit that lowered a plan.
create table remittance_line (
  account_id uuid not null,
  entry_id uuid not null,
  remittance_id uuid not null references remittance,
  payment_id uuid,
  plan_id uuid,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (account_id, entry_id),
  unique (account_id, plan_id),
  foreign key (account_id, entry_id) references ledger_entry,
  foreign key (account_id, payment_id) references payment,
  foreign key (account_id, plan_id) references plan,
  check (num_nonnulls(payment_id, plan_id) = 1)
);
create index remittance_line_of on remittance_line (remittance_id);
create index remittance_line_of_payment on remittance_line (account_id, payment_id);

-- How far the money of a ledger entry for a school has come, as its family reads it.
create view school_payment as
select line.account_id, line.entry_id, line.amount_minor, remittance.institution_id, remittance.paid_on,
  case remittance.state when 'Paid' then 'Paid' when 'Sent' then 'OnItsWay' else 'Due' end as status,
  remittance.id <> remittance.first_id as was_returned
from remittance_line line
  join remittance on remittance.first_id = line.remittance_id and remittance.returned_at is null;
