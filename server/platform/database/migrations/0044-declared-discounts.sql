-- What families may take off by their own word, and owe from before, as a school would have it. Null is the usual.
alter table institution
  add column discount_limit_basis_points int check (discount_limit_basis_points between 0 and 10000),
  add column outstanding_fees_limit_minor bigint check (outstanding_fees_limit_minor >= 0);

-- A rate that a school publishes beside its fees, for part-time study for example.
alter table fee_item drop constraint fee_item_kind_check,
  add constraint fee_item_kind_check
    check (kind in ('Fixed', 'Selectable', 'Optional', 'Family', 'SiblingDiscount', 'DiscountOption'));

-- Files that families upload to prove a discount, before they save the plan that names them.
create table discount_letter (
  account_id uuid not null references account,
  id uuid not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, id) references stored_file
);

-- Discounts that rest on the family's word. A discount of a saved plan that is not here was granted by staff.
create table declared_discount (
  account_id uuid not null references account,
  id uuid not null,
  plan_id uuid not null,
  -- Null for a staff discount that is for all students.
  enrolment_id uuid,
  type text not null,
  amount_minor bigint check (amount_minor >= 0),
  percent_basis_points int check (percent_basis_points between 0 and 10000),
  -- What it took off in the version of the plan that declared it.
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

alter table review drop constraint review_kind_check,
  add constraint review_kind_check check (kind in ('Plan', 'Identity', 'Invoice', 'Withdrawal', 'Discount'));
