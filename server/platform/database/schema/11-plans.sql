-- Payment plans, their payments, and what changes them.

-- What a family pays for one tuition year. Its figures are in `plan_version`, its payments in `instalment`.
create table plan (
  account_id uuid not null references account,
  id uuid not null,
  tuition_year int not null,
  status text not null check (status in ('Draft', 'Saved', 'ManualReview', 'Current', 'Completed')),
  version int not null default 1,
  -- The day from which the family pays through this plan: terms that had ended by then are not charged. Null for the
  -- whole year. Fixed by the first save, so that a plan that is edited months later does not lose another term.
  cover_from date,
  -- Whether the credit that lowers the plan has been passed on.
  is_credit_settled boolean not null default false,
  -- The day on which a renewed plan was to start and had no payment method. Until there is one, the plan is an estimate
  -- and promises nothing.
  held_on date,
  tailored_type text,
  tailored_until date,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, tuition_year)
);
create index plan_to_move_on on plan (status) where status in ('Saved', 'Current');
create index plan_to_end_tailored on plan (tailored_until) where tailored_type is not null;
create index plan_held on plan (account_id) where held_on is not null and status = 'Draft';

-- Each save of a plan, with all its figures. A version is never changed.
create table plan_version (
  account_id uuid not null,
  plan_id uuid not null,
  version int not null,
  saved_by text not null check (saved_by in ('Customer', 'Staff', 'Renewal', 'School')),
  saved_by_id uuid,
  saved_at timestamptz not null,
  frequency text not null
    check (frequency in (
      'Week', 'Fortnight', 'Month', 'Quarter', 'Term', 'Trimester', 'TwicePerYear', 'Semester', 'Year')),
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  repayment_count int not null check (repayment_count >= 0),
  periodic_amount_minor bigint not null,
  total_minor bigint not null,
  annual_total_minor bigint not null,
  school_fees_minor bigint not null,
  part_year_adjustment_minor bigint not null default 0 check (part_year_adjustment_minor <= 0),
  balance_at_start_minor bigint not null default 0,
  outstanding_fees_minor bigint not null default 0 check (outstanding_fees_minor >= 0),
  outstanding_fees_covered boolean not null default false,
  based_on_fee_schedule_year int not null,
  family_fees jsonb not null default '[]',
  student_fees jsonb not null default '[]',
  variances jsonb not null default '{}',
  -- Only the payments to come differ from the version before: whoever made it decided nothing about fees.
  is_rest_only boolean not null default false,
  primary key (account_id, plan_id, version),
  foreign key (account_id, plan_id) references plan
);

-- Few plans are lowered by credit: `plan_with_credit` begins here.
create index plan_version_with_credit on plan_version (account_id, plan_id, version) where balance_at_start_minor < 0;

-- What a family owes, a row for each thing: an instalment of its plan, a request of its school, a fee of ours, an amount
-- that a parent sends to a school unasked, or the fees that credit from earlier pays. What was paid, what is on its way and
-- what was waived stand in the row, so that no two payments can be taken for the same thing.
create table charge (
  account_id uuid not null references account,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('Instalment', 'Request', 'Fee', 'OneOff', 'CarriedOver')),
  -- Who gets the money. Null is Larkwell itself.
  payee_id uuid references institution,
  amount_minor bigint not null check (amount_minor > 0),
  -- What payments have brought.
  settled_minor bigint not null default 0 check (settled_minor >= 0),
  -- What is on its way, from the moment a payment is recorded; and what a bank has taken back and not decided about.
  reserved_minor bigint not null default 0 check (reserved_minor >= 0),
  -- What nobody will be asked for: see `waiver`.
  waived_minor bigint not null default 0 check (waived_minor >= 0),
  -- What is left to be asked for, collected or paid. Everybody reads this, and nothing else.
  open_minor bigint not null
    generated always as (amount_minor - settled_minor - reserved_minor - waived_minor) stored,
  -- The part that settles what the family owed Larkwell before. The payee gets the rest.
  debt_minor bigint not null default 0 check (debt_minor between 0 and amount_minor),
  -- What the payee has got.
  passed_on_minor bigint not null default 0 check (passed_on_minor between 0 and amount_minor),
  due_on date not null,
  -- The request by which the family is asked for it.
  payment_request_id text,
  created_at timestamptz not null default now(),

  -- Only of an instalment, and of the fees of a plan that credit pays.
  plan_id uuid,

  -- Only of an instalment: what is collected when, and what became of it.
  seq int check (seq >= 1),
  status text check (status in ('Scheduled', 'Collecting', 'Retrying', 'Paid', 'Overdue', 'Cancelled')),
  -- The due day or the next business day: when the money is really collected.
  collect_on date check (collect_on >= due_on),
  -- The day on which the money was really taken.
  collected_on date,
  -- What a family paid besides its payments is a row among them, so that a plan is the sum of its rows. It counts in
  -- money, not in the number of payments.
  is_extra boolean not null default false,
  -- Its last debit, or the payment that paid the last part of it.
  payment_id uuid,
  -- The method that the family chose for this payment alone. One that was removed since does not count.
  source_id uuid,
  -- How often a method for this payment alone was chosen or given up: the debit is announced again after each.
  method_choices int not null default 0,
  -- The day on which the family was notified of the debit.
  noticed_on date,
  -- The message that announces the debit, until it is known whether it was delivered. Nothing is collected before.
  notice_id uuid,
  -- What its notice says will be taken, and from which method. If that would be more by now, it is announced again.
  quoted_minor bigint,
  quoted_surcharge_minor bigint,
  quoted_source_id uuid,
  tries int not null default 0,
  first_failed_on date,
  failure_code text,
  retry_on date,
  -- The day of collection before the family moved it.
  moved_from date check (moved_from < collect_on),
  -- How often a changed holiday has moved it, and when last: calendars ask for what has changed.
  moves smallint not null default 0,
  moved_at timestamptz,

  primary key (account_id, id),
  foreign key (account_id, plan_id) references plan,
  constraint one_charge_of_instalment unique (account_id, plan_id, seq),
  constraint no_more_than_owed check (settled_minor + reserved_minor + waived_minor <= amount_minor),
  constraint charge_fee_is_ours check ((kind = 'Fee') = (payee_id is null)),
  constraint charge_of_plan check ((kind in ('Instalment', 'CarriedOver')) = (plan_id is not null)),
  constraint charge_of_request check (kind <> 'Request' or payment_request_id is not null),
  constraint instalment_is_whole
    check ((kind = 'Instalment') = (seq is not null and status is not null and collect_on is not null)),
  constraint instalment_is_over_when_nothing_is_left
    check ((status in ('Paid', 'Cancelled')) = (settled_minor + waived_minor = amount_minor)),
  constraint quote_is_whole check ((quoted_minor is null) = (quoted_surcharge_minor is null)),
  constraint instalment_paid_from foreign key (account_id, source_id) references repayment_source,
  constraint instalment_retry_has_a_day check (status <> 'Retrying' or retry_on is not null)
);
create index charge_open on charge (account_id, due_on) where open_minor > 0;
create index instalment_to_collect on charge (coalesce(retry_on, collect_on))
  where status in ('Scheduled', 'Retrying');
create index instalment_not_collected on charge (account_id) where status in ('Retrying', 'Overdue');
-- What the job that asks for it looks at: as much as is owing, and no history.
create index charge_to_chase on charge (account_id, id)
  where open_minor > 0 and (status = 'Overdue' or kind in ('Fee', 'OneOff'));
create index extra_to_return on charge (account_id) where is_extra and open_minor > 0;
create index instalment_to_announce on charge (coalesce(retry_on, collect_on))
  where status in ('Scheduled', 'Retrying') and noticed_on is null;
create index instalment_with_open_notice on charge (notice_id) where notice_id is not null;
create index charge_of_request on charge (account_id, payment_request_id) where payment_request_id is not null;
create index instalment_with_own_method on charge (account_id, source_id)
  where source_id is not null and status in ('Scheduled', 'Retrying');

-- The charges of plans.
create view instalment as
select account_id, plan_id, seq, id as charge_id, kind, payee_id, status, due_on, collect_on, collected_on, amount_minor,
  settled_minor, reserved_minor, waived_minor, open_minor, debt_minor, passed_on_minor, is_extra, payment_id, source_id,
  method_choices, noticed_on, notice_id, tries, first_failed_on, failure_code, retry_on, payment_request_id, moved_from,
  moves, moved_at, quoted_minor, quoted_surcharge_minor, quoted_source_id
from charge where kind = 'Instalment';
alter view instalment alter column kind set default 'Instalment';

-- Plans that may be over because their last payment was made or cancelled, or that have none and end on a day. A job
-- looks at them and no others.
create table plan_to_end (
  account_id uuid not null,
  plan_id uuid not null,
  -- The last day of a plan without payments.
  ends_on date,
  primary key (account_id, plan_id),
  foreign key (account_id, plan_id) references plan on delete cascade
);

-- Of two payments that are made at the same moment each leaves its note, because neither sees the other.
create function note_end_of_plan() returns trigger language plpgsql as $$
begin
  insert into plan_to_end (account_id, plan_id)
  select old.account_id, old.plan_id where not exists (
    select from charge where charge.account_id = old.account_id and charge.plan_id = old.plan_id
      and charge.open_minor > 0)
  on conflict (account_id, plan_id) do update set ends_on = null;
  return null;
end $$;
create trigger instalment_is_over after update of status on charge
  for each row when (old.status is distinct from new.status and new.status in ('Paid', 'Cancelled'))
  execute function note_end_of_plan();
create trigger instalment_is_gone after delete on charge
  for each row when (old.kind = 'Instalment') execute function note_end_of_plan();

-- A closed account has nothing left to pay for its plans or to its schools, whoever tries: checked when a transaction ends,
-- because money that goes back opens a charge before it is waived. Fees that it owes us stay.
create function refuse_open_charges_when_closed() returns trigger language plpgsql as $$
begin
  if exists (
    select from account join charge on charge.account_id = account.id
    where account.id = (to_jsonb(new) ->> tg_argv[0])::uuid and account.closed_at is not null
      and charge.kind in ('Instalment', 'Request') and charge.open_minor > 0
  ) then
    raise exception 'A closed account has nothing left to pay'
      using errcode = 'check_violation', constraint = 'closed_account_has_nothing_to_pay';
  end if;
  return null;
end $$;
create constraint trigger account_is_closed after update on account deferrable initially deferred
  for each row when (new.closed_at is not null and old.closed_at is null)
  execute function refuse_open_charges_when_closed('id');
create constraint trigger charge_is_new after insert on charge deferrable initially deferred
  for each row when (new.kind in ('Instalment', 'Request') and new.open_minor > 0)
  execute function refuse_open_charges_when_closed('account_id');
create constraint trigger charge_is_open_again after update on charge deferrable initially deferred
  for each row when (new.kind in ('Instalment', 'Request') and new.open_minor > old.open_minor)
  execute function refuse_open_charges_when_closed('account_id');

-- A plan that was made by renewal, with a digest of the figures it was made from. While the family has not touched the
-- plan, another digest means that the figures have changed.
create table renewal (
  account_id uuid not null,
  plan_id uuid not null,
  basis text not null,
  primary key (account_id, plan_id),
  foreign key (account_id, plan_id) references plan
);

-- Changes of a running plan (moved or skipped payments, extra payments, arrangements) that were made or requested.
create table plan_change (
  account_id uuid not null,
  id uuid not null,
  plan_id uuid not null,
  kind text not null check (kind in ('Move', 'Skip', 'Extra', 'Arrangement')),
  status text not null check (status in ('Asked', 'Made', 'Undone', 'Declined', 'Withdrawn')),
  made_by text not null check (made_by in ('Customer', 'Staff')),
  made_by_id uuid,
  made_at timestamptz not null,
  -- The version of the plan that it made. Null until it is made.
  version int check ((version is null) = (status in ('Asked', 'Declined', 'Withdrawn'))),
  -- The last day on which it can be undone. Null where it cannot.
  undo_until date,
  -- What was changed, as the family reads it.
  details jsonb not null,
  -- The payments to come, before and after it. Undoing it brings back the first, as long as the second are unchanged.
  before jsonb not null,
  after jsonb not null,
  ended_at timestamptz check ((ended_at is null) = (status in ('Asked', 'Made'))),
  -- Why staff declined a requested change, in their words: the family reads it.
  reason text check (reason is null or status = 'Declined'),
  -- The text that was on the screen when the change was made. Null where there was none.
  text_kind text,
  text_version int,
  primary key (account_id, id),
  foreign key (account_id, plan_id) references plan,
  check ((text_kind is null) = (text_version is null))
);
create index plan_change_of_plan on plan_change (account_id, plan_id, made_at);
create unique index one_asked_change on plan_change (account_id, plan_id) where status = 'Asked';

-- Files that families upload to prove a discount, before they save the plan that refers to them.
create table discount_letter (
  account_id uuid not null references account,
  id uuid not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, id) references stored_file
);

-- Discounts that rest on the family's word. A discount of a saved plan that has no row here was granted by staff.
create table declared_discount (
  account_id uuid not null references account,
  id uuid not null,
  plan_id uuid not null,
  -- Null for a staff discount, which is for all students.
  enrolment_id uuid,
  type text not null,
  amount_minor bigint check (amount_minor >= 0),
  percent_basis_points int check (percent_basis_points between 0 and 10000),
  -- What it deducted in the version of the plan that declared it.
  taken_off_minor bigint not null,
  letter_id uuid,
  status text not null check (status in ('Declared', 'Confirmed', 'Declined', 'Withdrawn')),
  declared_at timestamptz not null,
  decided_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, plan_id) references plan,
  foreign key (account_id, letter_id) references discount_letter,
  check ((status = 'Declared') = (decided_at is null))
);
create index declared_discount_of_plan on declared_discount (account_id, plan_id);

-- A change of a school's fees: what staff saw in the preview, and how far the change has been carried out.
create table fee_change (
  id uuid primary key,
  institution_id uuid not null references institution,
  tuition_year int not null,
  status text not null check (status in ('Previewed', 'Replaced', 'Applying', 'Applied')),
  -- The fees of the year at the time of the preview (null where there were none), and as they will be.
  fees_before jsonb,
  fees_after jsonb not null,
  -- What staff were shown: every plan with its amounts. The digest tells whether that still holds.
  preview jsonb not null,
  digest text not null,
  previewed_by uuid not null references staff,
  previewed_at timestamptz not null,
  -- The preview that replaced this one, because amounts had changed when it was to be applied.
  replaced_by uuid references fee_change,
  applied_by uuid references staff,
  reason text,
  request_id text,
  applied_at timestamptz,
  finished_at timestamptz
);
create unique index fee_change_being_applied on fee_change (institution_id, tuition_year) where status = 'Applying';

-- The plans that a fee change concerns. If a process is killed, the remaining ones are still pending.
create table fee_change_plan (
  account_id uuid not null,
  fee_change_id uuid not null references fee_change,
  plan_id uuid not null,
  status text not null default 'Pending' check (status in ('Pending', 'Recalculated', 'Review', 'Unchanged')),
  -- What was done, with the amounts before and after.
  effect jsonb,
  done_at timestamptz,
  primary key (account_id, fee_change_id, plan_id),
  foreign key (account_id, plan_id) references plan
);
create index fee_change_plan_pending on fee_change_plan (fee_change_id, account_id) where status = 'Pending';
create index fee_change_plan_of on fee_change_plan (fee_change_id);

-- Whether a plan is a renewal of which nothing has been paid yet, and which cannot be collected on this day. Such a
-- plan does not start by itself. One that staff have saved was discussed with the family, and starts.
create function lacks_method(of_account uuid, of_plan uuid, day date) returns boolean language sql stable as $$
  select exists (
      select from plan_version where account_id = of_account and plan_id = of_plan and saved_by = 'Renewal')
    and not exists (
      select from plan join plan_version version on version.account_id = plan.account_id
        and version.plan_id = plan.id and version.version = plan.version
      where plan.account_id = of_account and plan.id = of_plan and version.saved_by = 'Staff')
    and exists (select from instalment where account_id = of_account and plan_id = of_plan)
    and not exists (
      select from instalment where account_id = of_account and plan_id = of_plan
        and (status <> 'Scheduled' or settled_minor > 0))
    and not can_pay(of_account, day)
$$;

-- Plans that are lower by credit that is still in the family's balance. A draft promises nothing.
create view plan_with_credit as
select plan.account_id, plan.id, plan.tuition_year, plan.status, version.balance_at_start_minor, version.total_minor
from plan join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
  and version.version = plan.version
where plan.status <> 'Draft' and not plan.is_credit_settled and version.balance_at_start_minor < 0;
