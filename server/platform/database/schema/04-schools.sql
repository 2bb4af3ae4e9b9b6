-- Schools, their fees and the surcharges on card payments. These tables are small, so that every server of a cluster
-- can hold all of them.

-- A school: how families may pay it, and its rules for plans.
create table institution (
  id uuid primary key,
  -- The identifier that the API calls larkwellId.
  larkwell_id text not null unique,
  name text not null,
  region text not null check (region in ('AU', 'UK')),
  email text not null,
  phone text not null,
  bpay_biller_code text check (bpay_biller_code ~ '^[0-9]{3,10}$'),
  allowed_regional_methods text[] not null,
  allowed_portal_methods text[] not null,
  shows_direct_debit_authorisation boolean not null default true,
  absorb_card_surcharge text not null default 'None'
    check (absorb_card_surcharge in ('None', 'VisaAndMastercard', 'All')),
  -- The fee that the school has us charge for a returned debit.
  dishonour_fee_minor bigint not null default 0 check (dishonour_fee_minor >= 0),
  shows_breakdown boolean not null default true,
  requires_manual_review boolean not null default false,
  allows_fee_variance_updates boolean not null default true,
  allows_outstanding_fee_updates boolean not null default true,
  -- How much families may deduct by their own word, and how much they may declare as owed from before. Null is the
  -- default.
  discount_limit_basis_points int check (discount_limit_basis_points between 0 and 10000),
  outstanding_fees_limit_minor bigint check (outstanding_fees_limit_minor >= 0),
  -- Some schools offer one length of plan only: to the end of the year.
  only_longest_plans boolean not null default false,
  -- How families may change a running plan, where this school differs from the default: `Flexibility` in domain/plan.
  flexibility jsonb not null default '{}',
  -- How many days before the end of a tuition year plans for the next one are made. Null while the school has not
  -- decided.
  renewal_opens_days int default 75 check (renewal_opens_days between 0 and 366),
  renews_on_last_fees boolean not null default false
);

-- The fees of one school for one tuition year.
create table fee_schedule (
  id uuid primary key,
  institution_id uuid not null references institution,
  tuition_year int not null,
  unique (institution_id, tuition_year)
);

-- The terms of a fee schedule.
create table fee_schedule_term (
  fee_schedule_id uuid not null references fee_schedule,
  term_no int not null,
  starts_on date not null,
  ends_on date not null check (ends_on > starts_on),
  primary key (fee_schedule_id, term_no)
);

-- The lines of a fee schedule: fees and discounts, each either an amount or a percentage.
create table fee_item (
  fee_schedule_id uuid not null references fee_schedule,
  id uuid not null,
  kind text not null check (kind in ('Fixed', 'Selectable', 'Optional', 'Family', 'SiblingDiscount', 'DiscountOption')),
  -- Null applies to every year level.
  year_level text,
  name text not null,
  amount_minor bigint check (amount_minor >= 0),
  percent_basis_points int check (percent_basis_points between 0 and 10000),
  is_discountable boolean not null default true,
  tax_basis_points int not null default 0,
  options jsonb not null default '[]',
  position int not null default 0,
  primary key (fee_schedule_id, id),
  check ((amount_minor is null) <> (percent_basis_points is null))
);
-- A fee has one line in a schedule, or one for each year level.
create unique index fee_item_once on fee_item (fee_schedule_id, name, year_level) nulls not distinct;

-- The surcharge for paying by card. A change of rate or of law is a new row, not a release.
create table surcharge_rate (
  region text not null check (region in ('AU', 'UK')),
  card_group text not null check (card_group in ('AmericanExpress', 'VisaOrMastercardCredit')),
  basis_points int not null check (basis_points between 0 and 1000),
  valid_from date not null,
  -- The last day of the rate. Null while it has no end.
  valid_to date check (valid_to >= valid_from),
  primary key (region, card_group, valid_from)
);

insert into surcharge_rate (region, card_group, basis_points, valid_from) values
  ('AU', 'AmericanExpress', 135, '2020-01-01'),
  ('AU', 'VisaOrMastercardCredit', 100, '2020-01-01'),
  -- Consumer card surcharges are forbidden in the United Kingdom since 13 January 2018.
  ('UK', 'AmericanExpress', 0, '2018-01-13'),
  ('UK', 'VisaOrMastercardCredit', 0, '2018-01-13');
