-- How families pay their plans.

-- The payment methods of an account. Card numbers never reach us; bank account numbers are encrypted, with the id of
-- their key.
create table repayment_source (
  account_id uuid not null references account,
  id uuid not null,
  type text not null check (type in ('BankAccount', 'CustomerDeposit', 'PaymentCard')),
  display_name text not null,
  holder_name text not null default '' check (length(holder_name) <= 32),
  last4 text,
  -- The same for the same card or account number, without revealing it.
  fingerprint text,
  card_brand text check (card_brand in ('visa', 'mastercard', 'amex')),
  card_funding text check (card_funding in ('credit', 'debit', 'prepaid', 'unknown')),
  card_expiry text check (card_expiry ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  bank_details bytea,
  encryption_key_id text,
  provider_payment_method_id text,
  provider_mandate_id text,
  -- What the customer's bank statement calls the mandate.
  mandate_reference text,
  mandate_status text check (mandate_status in ('pending', 'active', 'inactive')),
  is_default boolean not null default false,
  is_preferred boolean not null default false,
  status text not null default 'Usable' check (status in ('Usable', 'Unusable', 'Removed')),
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (account_id, id),
  constraint bank_details_name_their_key check ((bank_details is null) = (encryption_key_id is null))
);
create unique index one_default_source on repayment_source (account_id) where is_default and status <> 'Removed';
create unique index one_preferred_source on repayment_source (account_id) where is_preferred and status <> 'Removed';
create unique index source_once_by_number on repayment_source (account_id, fingerprint)
  where status <> 'Removed';
create unique index source_once_at_provider on repayment_source (account_id, provider_payment_method_id)
  where status <> 'Removed';
create unique index one_deposit_source on repayment_source (account_id)
  where type = 'CustomerDeposit' and status <> 'Removed';
-- The provider's events contain only its own ids.
create index source_by_provider_id on repayment_source (provider_payment_method_id);
create index source_by_mandate on repayment_source (provider_mandate_id);
create index card_by_expiry on repayment_source (card_expiry) where status = 'Usable' and card_expiry is not null;
create index repayment_sources_by_key on repayment_source (encryption_key_id) where encryption_key_id is not null;
create index source_by_last_digits on repayment_source (last4) where status <> 'Removed' and last4 is not null;

-- A change of payment method that was made after the cut-off and waits here until its day.
create table repayment_change (
  account_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  status text not null check (status in ('Pending', 'Applied', 'Cancelled')),
  effective_on date not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, source_id) references repayment_source
);
create unique index one_pending_change on repayment_change (account_id) where status = 'Pending';
create index change_by_day on repayment_change (effective_on) where status = 'Pending';

-- A card form that was opened: one set-up intent at the provider, and one use of the card that is typed into it.
create table card_entry (
  account_id uuid not null references account,
  id uuid not null,
  -- Set for a guest, whose card is used once and not kept.
  payment_request_id text,
  -- The network address of the browser, so that failing cards are counted by address too.
  opened_from text not null default '',
  provider_customer_id text not null,
  setup_intent_id text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, id)
);

-- The method that an account's plan is collected from. `payingSource` in domain/payment-methods has the same rule.
create function paying_source_id(wanted uuid) returns uuid language sql stable as $$
  select id from repayment_source
  where account_id = wanted and status <> 'Removed' and (is_preferred or is_default)
  order by is_preferred desc limit 1
$$;

-- Whether there is a method to collect a plan from. A card that was typed for one payment only is none.
create function has_method(wanted uuid) returns boolean language sql stable as $$
  select exists (select from repayment_source where account_id = wanted and status = 'Usable')
    and paying_source_id(wanted) is not null
$$;

-- Whether a method can be charged on a day. `isUsable` in the server has the same rule.
create function is_usable(source repayment_source, day date) returns boolean language sql stable as $$
  select source.status = 'Usable' and source.mandate_status is distinct from 'inactive'
    and (source.card_expiry is null or source.card_expiry >= to_char(day, 'YYYY-MM'))
$$;

-- Whether the method that pays an instalment on a day can be charged: the one that was chosen for it alone, else the
-- account's. `payingSourceOn` and `payingSourceFor` in domain/payment-methods have the same rule. One query, because it is
-- asked for each debit, and a function that calls others takes several times as long.
create function can_pay(wanted uuid, day date, chosen uuid default null) returns boolean language sql stable as $$
  select coalesce((
    select is_usable(source, day)
    from repayment_source source
      left join repayment_change change on change.account_id = source.account_id and change.source_id = source.id
        and change.status = 'Pending' and change.effective_on <= day
    where source.account_id = wanted and (change.id is not null or source.status <> 'Removed'
      and (source.id = chosen or source.is_preferred or source.is_default))
    order by source.id is not distinct from chosen and source.status <> 'Removed' desc, change.id is not null desc,
      source.is_preferred desc limit 1), false)
$$;
