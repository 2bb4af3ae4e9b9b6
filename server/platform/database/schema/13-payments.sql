-- Payments on their way in: what is requested, what is paid, and what the provider and the bank report.

-- What a family is asked to pay by a link. The id names it internally; a link is found by the hash of its secret, and
-- the secret is kept encrypted, because it has to be shown and mailed again.
create table payment_request (
  account_id uuid not null references account,
  id text not null unique,
  institution_id uuid not null references institution,
  status text not null default 'Open' check (status in ('Open', 'PartPaid', 'Paid', 'Cancelled', 'Expired')),
  is_open boolean not null generated always as (status in ('Open', 'PartPaid')) stored,
  period_name text,
  -- What it asks for, what of it is paid and what is on its way: the sums of its charges, kept by the database.
  amount_due_minor bigint not null default 0 check (amount_due_minor >= 0),
  amount_paid_minor bigint not null default 0 check (amount_paid_minor >= 0),
  amount_pending_minor bigint not null default 0 check (amount_pending_minor >= 0),
  -- What is left to be paid of it.
  open_minor bigint not null
    generated always as (greatest(0, amount_due_minor - amount_paid_minor - amount_pending_minor)) stored,
  due_on date not null,
  expires_at timestamptz not null,
  shows_breakdown boolean not null default false,
  invoice_id uuid,
  -- All that a family is behind with is one request for its account.
  is_arrears boolean not null default false,
  -- When something was last added to it, and how often and when the family was last reminded of it.
  grown_at timestamptz,
  reminders int not null default 0,
  reminded_at timestamptz,
  link_hash bytea not null,
  link_sealed bytea not null,
  link_key_id text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  constraint payment_request_link_hash_length check (length(link_hash) = 32)
);
create index payment_request_newest on payment_request (created_at desc, id);
create index payment_request_to_expire on payment_request (expires_at) where is_open;
create unique index payment_request_by_link on payment_request (link_hash);
create index payment_request_to_seal on payment_request (link_key_id);
create index arrears_request on payment_request (account_id)
  where is_arrears and is_open;
alter table charge add constraint charge_asked_by
  foreign key (account_id, payment_request_id) references payment_request;

-- A payment, from its creation to its outcome. Everything needed to send the same request to the provider again is in
-- the row before the first attempt.
create table payment (
  account_id uuid not null references account,
  id uuid not null,
  kind text not null check (kind in ('Instalment', 'Early', 'Guest', 'Deposit', 'Offline')),
  status text not null
    check (status in ('Created', 'Sent', 'Processing', 'Unknown', 'Succeeded', 'Failed', 'Refunded', 'Disputed')),
  -- Whether its money may still come or not come.
  is_under_way boolean not null generated always as (status in ('Created', 'Sent', 'Unknown', 'Processing')) stored,
  institution_id uuid not null references institution,
  currency text not null check (currency in ('AUD', 'GBP')),
  amount_minor bigint not null check (amount_minor > 0),
  surcharge_minor bigint not null default 0 check (surcharge_minor >= 0),
  surcharge_basis_points int not null default 0,
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  -- Without our losses by disputes for more than was left of it.
  disputed_minor bigint not null default 0 check (disputed_minor >= 0),
  -- What of its amount, without the surcharge, has gone back or is in dispute.
  returned_minor bigint not null default 0 check (returned_minor between 0 and amount_minor),
  source_id uuid,
  -- What the receipt calls the method where it is no saved one: a card typed once, a wallet.
  method_name text,
  card_entry_id uuid,
  plan_id uuid,
  instalment_seq int,
  attempt int not null default 1 check (attempt >= 1),
  payment_request_id text,
  amount_change_reason text,
  amount_change_description text check (length(amount_change_description) <= 100),
  -- What an early payment does to a plan once its money has arrived, and the parent who wants it. Null for staff.
  extra_plan_id uuid,
  extra_outcome text check (extra_outcome in ('Lower', 'Earlier', 'Next')),
  extra_by_id uuid,
  -- Whether it has become a row of that plan.
  is_extra_counted boolean not null default false,
  -- How money came that no provider brought in, and what the bank or the cheque calls it.
  offline_manner text check (offline_manner in ('Cheque', 'Transfer', 'Cash')),
  offline_reference text check (length(offline_reference) between 1 and 60),
  -- The id that the caller chose for this attempt, and whether a family or a guest did.
  request_scope text check (request_scope in ('customer', 'guest')),
  client_request_id text,
  body_hash text,
  provider_key text unique,
  provider_payment_id text unique,
  provider_customer_id text,
  provider_payment_method_id text,
  provider_mandate_id text,
  failure_code text,
  -- Until when the payer can confirm a payment that their bank asks about (3-D Secure). Set only while that is open;
  -- afterwards the payment is cancelled at the provider.
  confirm_by timestamptz,
  sent_at timestamptz,
  -- How often the provider was asked what became of it.
  looks int not null default 0,
  next_look_at timestamptz,
  -- The day on which the money counts, in the account's time zone.
  paid_on date check (status <> 'Succeeded' or paid_on is not null),
  -- What of it is meant for charges: the sum of its covers. The rest is the family's credit.
  covered_minor bigint not null default 0 check (covered_minor between 0 and amount_minor),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  -- For ever: the provider may forget a key after a day, we do not.
  constraint one_payment_of_request_id unique (account_id, request_scope, client_request_id),
  constraint payment_request_id_is_whole check ((request_scope is null) = (client_request_id is null)),
  foreign key (account_id, plan_id, instalment_seq) references charge (account_id, plan_id, seq),
  constraint payment_extra_plan foreign key (account_id, extra_plan_id) references plan,
  constraint no_more_back_than_came check (refunded_minor + disputed_minor <= amount_minor + surcharge_minor),
  constraint payment_extra_is_whole check ((extra_plan_id is null) = (extra_outcome is null))
);
create index payment_last_paid on payment (account_id, paid_on desc, created_at desc) where status = 'Succeeded';
create index payment_to_look_at on payment (next_look_at) where next_look_at is not null;
-- A card typed by a guest pays once.
create unique index one_payment_of_card_entry on payment (card_entry_id) where card_entry_id is not null;
create index payment_of_request on payment (payment_request_id) where payment_request_id is not null;
-- However many processes collect: each attempt of an instalment exists once.
create unique index one_payment_for_each_try on payment (account_id, plan_id, instalment_seq, attempt)
  where kind = 'Instalment';
-- The same cheque or transfer is recorded once.
create unique index one_offline_payment_of_reference on payment
  (account_id, offline_manner, lower(offline_reference)) where kind = 'Offline';
create index payment_to_send on payment (created_at) where kind = 'Instalment' and status = 'Created';
create index payment_by_id on payment (id);
-- Nothing looks at these again by itself: staff must.
create index payment_given_up on payment (created_at)
  where next_look_at is null and status in ('Created', 'Sent', 'Unknown');
create index payment_not_arrived on payment (account_id) where is_under_way or status = 'Failed';
create index extra_to_count on payment (account_id)
  where extra_plan_id is not null and status = 'Succeeded' and not is_extra_counted;
create index payment_besides_plans on payment (account_id) where plan_id is null;
-- What a school was paid since a day.
create index payment_of_school on payment (institution_id, paid_on) where paid_on is not null;
-- Compared with the provider's charges, newest first.
create index payment_at_provider on payment (created_at desc, id desc) where provider_key is not null;
-- Staff read the payments of a family a page at a time.
create index payment_newest_of_account on payment (account_id, created_at desc, id desc);

-- An instalment and its payment refer to each other.
alter table charge add constraint instalment_last_payment foreign key (account_id, payment_id) references payment;

-- What a payment is meant for: reserved from the moment it is recorded, settled when its money has come. The sums of a
-- charge and of a payment are those of their covers.
create table cover (
  account_id uuid not null,
  charge_id uuid not null,
  payment_id uuid not null,
  reserved_minor bigint not null default 0 check (reserved_minor >= 0),
  settled_minor bigint not null default 0 check (settled_minor >= 0),
  -- Whether it was decided what of it the payee gets.
  is_passed_on boolean not null default false,
  primary key (account_id, payment_id, charge_id),
  foreign key (account_id, charge_id) references charge,
  foreign key (account_id, payment_id) references payment,
  constraint cover_is_of_something check (reserved_minor + settled_minor > 0)
);
create index cover_of_charge on cover (account_id, charge_id);
create index cover_to_pass_on on cover (account_id, payment_id) where not is_passed_on and settled_minor > 0;

-- Sums up a request again after one of its charges has changed. A request of a school is paid by whatever pays its
-- charge; the one for arrears by what came through it, and it asks for what else is left of its charges. One that is left
-- without a charge, or is cancelled, keeps the amount that it asked for. What is owing again of a paid request for arrears
-- joins the open one.
create function sum_up(of_account uuid, request_id text) returns void language sql as $$
  update payment_request request set
    amount_due_minor = case when sums.charges > 0 and request.status <> 'Cancelled' then sums.unpaid + sums.paid
      else request.amount_due_minor end,
    amount_paid_minor = sums.paid,
    amount_pending_minor = sums.pending,
    due_on = case when request.is_arrears then coalesce(sums.oldest, request.due_on) else request.due_on end,
    status = case
      when request.status in ('Cancelled', 'Expired') or request.is_arrears and request.status = 'Paid'
        then request.status
      when sums.unpaid > 0 then case when sums.paid > 0 then 'PartPaid' else 'Open' end
      when sums.paid > 0 then 'Paid'
      else 'Cancelled' end
  from (
    select count(charge.id) as charges, coalesce(sum(amount_minor - settled_minor - waived_minor), 0) as unpaid,
      coalesce(sum(reserved_minor), 0) as pending,
      case when arrears.is_arrears then coalesce((
          select sum(cover.settled_minor) from payment join cover on cover.account_id = payment.account_id
            and cover.payment_id = payment.id
          where payment.account_id = of_account and payment.payment_request_id = request_id), 0)
        else coalesce(sum(settled_minor), 0) end as paid,
      min(charge.due_on) filter (where settled_minor + waived_minor < amount_minor) as oldest
    from (select is_arrears from payment_request where account_id = of_account and id = request_id) arrears
      left join charge on charge.account_id = of_account and charge.payment_request_id = request_id
    group by arrears.is_arrears
  ) sums
  where request.account_id = of_account and request.id = request_id
$$;

create function sum_up_requests() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.payment_request_id is not null then
    perform sum_up(old.account_id, old.payment_request_id);
  end if;
  if tg_op <> 'DELETE' and new.payment_request_id is not null
    and (tg_op = 'INSERT' or new.payment_request_id is distinct from old.payment_request_id) then
    perform sum_up(new.account_id, new.payment_request_id);
  end if;
  return null;
end $$;
create trigger charge_joins_request after insert on charge
  for each row when (new.payment_request_id is not null) execute function sum_up_requests();
create trigger charge_leaves_request after delete on charge
  for each row when (old.payment_request_id is not null) execute function sum_up_requests();
create trigger charge_of_request_changes after update on charge
  for each row when (
    (old.payment_request_id is not null or new.payment_request_id is not null)
    and (old.payment_request_id, old.amount_minor, old.settled_minor, old.reserved_minor, old.waived_minor, old.due_on)
      is distinct from
      (new.payment_request_id, new.amount_minor, new.settled_minor, new.reserved_minor, new.waived_minor, new.due_on))
  execute function sum_up_requests();

-- What a refund or a dispute has taken back of the covers of its payment, and what became of the charge.
create table returned_cover (
  account_id uuid not null,
  -- The refund or the dispute.
  cause_id uuid not null,
  charge_id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- The family is asked for it again, or it is waived. Null while a bank decides.
  outcome text check (outcome in ('AskAgain', 'Waive')),
  primary key (account_id, cause_id, charge_id),
  foreign key (account_id, charge_id) references charge on delete cascade,
  foreign key (account_id, payment_id) references payment
);
create index returned_cover_of_charge on returned_cover (account_id, charge_id);

-- Why nobody is asked any more for a part of a charge, and who agreed. The waived part of a charge is their sum.
create table waiver (
  account_id uuid not null,
  id uuid not null default gen_random_uuid(),
  charge_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null check (reason in ('WriteOff', 'Goodwill', 'Refund', 'RequestCancelled', 'AccountClosed')),
  -- Null where a bank or the provider decided.
  staff_id uuid references staff,
  -- Who else agreed, where two people are needed.
  approval_id uuid references approval deferrable initially deferred,
  -- The refund or the dispute: if its money comes back, the waiver is gone.
  cause_id uuid,
  waived_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, charge_id) references charge on delete cascade,
  constraint waiver_of_refund_has_a_cause check ((reason = 'Refund') = (cause_id is not null))
);
create index waiver_of_charge on waiver (account_id, charge_id);

-- The stored replies of calls that must not be carried out twice.
create table idempotency_key (
  account_id uuid not null references account,
  scope text not null,
  key text not null check (length(key) between 8 and 255),
  body_hash text not null,
  reply_status int,
  reply_body jsonb,
  created_at timestamptz not null,
  primary key (account_id, scope, key)
);

-- Sessions at the provider, in which a wallet pays or a payment method is set up.
create table checkout_session (
  account_id uuid not null references account,
  id text not null unique,
  kind text not null check (kind in ('Payment', 'SetUp')),
  status text not null check (status in ('Open', 'Complete', 'Expired')),
  payment_request_id text,
  institution_id uuid references institution,
  amount_minor bigint,
  -- Why another amount than the requested one is paid. The payment takes it over.
  amount_change_reason text,
  amount_change_description text check (length(amount_change_description) <= 100),
  -- The attempt that the session was opened for. Its outcome is read by this id.
  request_scope text check (request_scope in ('customer', 'guest')),
  client_request_id text,
  payment_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payment
);
create index open_sessions_of_request on checkout_session (payment_request_id) where status = 'Open';
create index checkout_session_to_close on checkout_session (expires_at) where status = 'Open' and kind = 'Payment';
create index checkout_session_of_attempt on checkout_session (account_id, request_scope, client_request_id)
  where client_request_id is not null;

-- A payment link alone must not charge a saved method: the owner proves with a code that it is them. The code belongs
-- to one payment request and to the browser that asked for it, which holds the secret of `browser_hash` in a cookie.
create table saved_method_code (
  account_id uuid not null,
  id uuid not null,
  payment_request_id text not null,
  browser_hash bytea not null,
  -- Whom it was sent to.
  customer_id uuid not null references customer,
  code_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  wrong_tries int not null default 0,
  -- Used, locked by wrong tries, or replaced by a newer code.
  closed_at timestamptz,
  -- When the right code was entered. For some time from then on, this browser may charge saved methods for this
  -- request.
  proven_at timestamptz,
  primary key (account_id, id),
  unique (account_id, payment_request_id, browser_hash),
  foreign key (account_id, payment_request_id) references payment_request
);
create index saved_method_code_to_purge on saved_method_code (expires_at);

-- Events from the payment provider, each stored once before anything is done with it. An event arrives before its
-- account is known, and only the ids in it are kept.
create table provider_event (
  id text primary key,
  provider text not null,
  -- Each region has its own keys at the provider, and so its own stream of events.
  region text not null check (region in ('AU', 'UK')),
  kind text not null,
  body jsonb not null,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  tries int not null default 0,
  last_error text
);
create index provider_event_waiting on provider_event (received_at) where processed_at is null;
create index provider_event_newest on provider_event (region, happened_at desc);

-- The lines of the bank's deposit files. A line that fits no account waits in suspense and is never dropped.
create table deposit (
  file_hash text not null,
  line int not null,
  biller_code text not null,
  -- The bank names each deposit: a file that is sent twice, or with its lines in another order, adds nothing.
  bank_reference text not null,
  reference text not null,
  currency text not null default 'AUD' check (currency = 'AUD'),
  amount_minor bigint not null check (amount_minor > 0),
  received_on date not null,
  account_id uuid references account,
  payment_id uuid,
  entry_id uuid not null,
  created_at timestamptz not null,
  primary key (file_hash, line),
  constraint deposit_once unique (biller_code, bank_reference)
);
create index deposit_in_suspense on deposit (created_at) where account_id is null;
create index deposit_in_suspense_by_reference on deposit (reference) where account_id is null;

-- A payment with what is needed to carry it on and to write to people about it.
create view payment_in_full as
select
  payment.account_id as "accountId", payment.id, payment.kind, payment.status, account.region, payment.currency,
  payment.amount_minor as amount, payment.surcharge_minor as surcharge,
  payment.surcharge_basis_points as "basisPoints", payment.refunded_minor as refunded,
  payment.disputed_minor as disputed, payment.institution_id as "institutionId", institution.name as "schoolName",
  account.short_id as "shortId", payment.payment_request_id as "requestId", payment.source_id as "sourceId",
  coalesce(repayment_source.display_name, payment.method_name) as "methodName",
  payment.provider_key as "providerKey", payment.provider_payment_id as "providerPaymentId",
  payment.provider_customer_id as "providerCustomerId",
  payment.provider_payment_method_id as "providerPaymentMethodId",
  payment.provider_mandate_id as "providerMandateId", payment.failure_code as "failureCode", payment.looks,
  payment.sent_at as "sentAt", payment.next_look_at as "nextLookAt", payment.paid_on as "paidOn",
  payment.created_at as "createdAt", payment.extra_plan_id is not null as "isExtra",
  (select json_build_object('id', customer.id, 'email', customer.email, 'firstName', customer.first_name)
    from account_member join customer on customer.id = account_member.customer_id
    where account_member.account_id = payment.account_id
    order by customer.created_at, customer.id limit 1) as payer,
  case when payment.kind = 'Instalment' and payment.plan_id is not null then (
    select json_build_object('planId', instalment.plan_id, 'seq', instalment.seq, 'attempt', payment.attempt,
      'firstFailedOn', instalment.first_failed_on)
    from instalment where instalment.account_id = payment.account_id and instalment.plan_id = payment.plan_id
      and instalment.seq = payment.instalment_seq) end as instalment,
  repayment_source.type as "methodType", payment.confirm_by as "confirmBy"
from payment
  join account on account.id = payment.account_id
  join institution on institution.id = payment.institution_id
  left join repayment_source
    on repayment_source.account_id = payment.account_id and repayment_source.id = payment.source_id;

-- Payments on their way, which will be transactions if they succeed.
create view pending_transaction as
select payment.account_id, payment.id, payment.institution_id, json_build_object(
    'accountId', payment.account_id, 'id', payment.id, 'kind', payment.kind, 'amount', payment.amount_minor,
    'schoolId', payment.institution_id, 'school', institution.name, 'region', account.region,
    'createdAt', payment.created_at, 'collectOn', instalment.collect_on,
    'methodType', repayment_source.type) as facts
from payment
  join account on account.id = payment.account_id
  join institution on institution.id = payment.institution_id
  left join instalment on instalment.account_id = payment.account_id and instalment.plan_id = payment.plan_id
    and instalment.seq = payment.instalment_seq
  left join repayment_source
    on repayment_source.account_id = payment.account_id and repayment_source.id = payment.source_id
where payment.is_under_way;

-- Payments that were attempted and took nothing: families see them, but the ledger has no entry of them.
create view failed_attempt as
select payment.account_id, payment.id, payment.institution_id, payment.created_at, payment.amount_minor,
  greatest(instalment.collect_on, (payment.created_at at time zone
    case account.region when 'AU' then 'Australia/Sydney' else 'Europe/London' end)::date) as tried_on,
  json_build_object('kind', payment.kind, 'methodType', repayment_source.type, 'reason', payment.failure_code) as facts
from payment
  join account on account.id = payment.account_id
  left join instalment on instalment.account_id = payment.account_id and instalment.plan_id = payment.plan_id
    and instalment.seq = payment.instalment_seq
  left join repayment_source
    on repayment_source.account_id = payment.account_id and repayment_source.id = payment.source_id
where payment.status = 'Failed';
