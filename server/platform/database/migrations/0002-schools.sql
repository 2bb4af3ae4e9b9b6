-- Schools, their policies and what they charge. Small tables that every part of a cluster can hold whole.

create table institution (
  id uuid primary key,
  -- The provider-side identifier that appears on the wire as larkwellId.
  larkwell_id text not null unique,
  name text not null,
  region text not null check (region in ('AU', 'UK')),
  email text not null,
  phone text not null,
  bpay_biller_code text check (bpay_biller_code ~ '^[0-9]{3,10}$'),
  absorb_card_surcharge text not null default 'None'
    check (absorb_card_surcharge in ('None', 'VisaAndMastercard', 'All')),
  allowed_regional_methods text[] not null,
  allowed_portal_methods text[] not null,
  shows_direct_debit_authorisation boolean not null default true,
  requires_manual_review boolean not null default false,
  allows_fee_variance_updates boolean not null default true,
  allows_outstanding_fee_updates boolean not null default true,
  shows_breakdown boolean not null default true
);

create table fee_schedule (
  id uuid primary key,
  institution_id uuid not null references institution,
  tuition_year int not null,
  unique (institution_id, tuition_year)
);

create table fee_schedule_term (
  fee_schedule_id uuid not null references fee_schedule,
  term_no int not null,
  starts_on date not null,
  ends_on date not null check (ends_on > starts_on),
  primary key (fee_schedule_id, term_no)
);

create table fee_item (
  fee_schedule_id uuid not null references fee_schedule,
  id uuid not null,
  kind text not null check (kind in ('Fixed', 'Selectable', 'Optional', 'Family', 'SiblingDiscount')),
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

-- A change of rate or of law is a new row, not a release.
create table surcharge_rate (
  region text not null check (region in ('AU', 'UK')),
  card_group text not null check (card_group in ('AmericanExpress', 'VisaOrMastercardCredit')),
  basis_points int not null check (basis_points between 0 and 1000),
  valid_from date not null,
  -- The last day of the rate; null while it has no end.
  valid_to date check (valid_to >= valid_from),
  primary key (region, card_group, valid_from)
);
insert into surcharge_rate (region, card_group, basis_points, valid_from) values
  ('AU', 'AmericanExpress', 135, '2020-01-01'),
  ('AU', 'VisaOrMastercardCredit', 100, '2020-01-01'),
  -- Consumer card surcharges are forbidden in the United Kingdom since 13 January 2018.
  ('UK', 'AmericanExpress', 0, '2018-01-13'),
  ('UK', 'VisaOrMastercardCredit', 0, '2018-01-13');

-- The exact words a customer agreed to, kept for as long as anyone may ask.
create table agreement_text (
  kind text not null
    check (kind in ('ProductSwitch', 'CreditIdCheckConsent', 'IdCheckConsent', 'DirectDebitAuthorisation')),
  product_type text not null default '',
  version int not null,
  body text not null check (length(body) >= 5),
  valid_from date not null,
  primary key (kind, product_type, version)
);
