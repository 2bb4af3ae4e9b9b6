-- Families that find it hard to pay.

-- While a hold is open, nothing of the account is collected, announced, retried or chased: `isOnHold` in the server.
create table account_hold (
  account_id uuid not null references account,
  id uuid not null,
  started_at timestamptz not null,
  -- Its last day, by the calendar of the region.
  ends_on date not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('Accepted', 'Declined', 'Withdrawn', 'Over')),
  primary key (account_id, id),
  check ((ended_at is null) = (ended_by is null))
);
create unique index one_open_hold on account_hold (account_id) where ended_at is null;

-- The numbers that families read and quote: H-4127.
create sequence care_request_number start 4101;

-- A family's request for help because it finds it hard to pay. What it wrote is only in `care_words`.
create table care_request (
  account_id uuid not null references account,
  id uuid not null,
  number int not null unique default nextval('care_request_number'),
  hold_id uuid not null,
  asked_by uuid not null references customer,
  status text not null check (status in ('Open', 'Offered', 'Accepted', 'Declined', 'Withdrawn')),
  sent_at timestamptz not null,
  -- The day by which we want to answer, and the day by which the law requires an answer, where it does.
  answer_by date not null,
  lawful_by date,
  -- The version of the notes that were on the screen: `agreement_text`.
  text_version int not null,
  -- Who among staff looked at it first.
  seen_by uuid references staff,
  closed_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, hold_id) references account_hold,
  check ((closed_at is null) = (status in ('Open', 'Offered')))
);
create unique index one_open_care_request on care_request (account_id) where closed_at is null;

-- An arrangement that the family may accept. It is calculated on the plan as it is then, so only its terms are stored.
create table care_offer (
  account_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  plan_id uuid not null,
  lower_count int not null check (lower_count > 0),
  lower_minor bigint not null check (lower_minor >= 0),
  later_count int not null check (later_count > 0),
  status text not null check (status in ('Open', 'Accepted', 'ChangeAsked', 'Replaced', 'Closed')),
  made_by uuid not null references staff,
  made_at timestamptz not null,
  -- The payments as the family accepted them: what its copy of the agreement says, whatever becomes of the plan later.
  accepted_at timestamptz,
  agreed_payments jsonb,
  primary key (account_id, id),
  foreign key (account_id, request_id) references care_request,
  foreign key (account_id, plan_id) references plan,
  constraint care_offer_agreed check ((agreed_payments is null) = (accepted_at is null))
);
create unique index one_open_care_offer on care_offer (account_id, request_id) where status = 'Open';

-- What the parent or staff wrote in a request for help. Only that parent and operations read it, and it is deleted on
-- schedule.
create table care_words (
  account_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  offer_id uuid,
  kind text not null check (kind in ('Sent', 'Added', 'ChangeAsked', 'Note', 'Declined')),
  -- The answers to the short questions. Only the first words have them.
  answers jsonb check ((answers is null) = (kind <> 'Sent')),
  body text check (length(body) <= 1000),
  staff_id uuid references staff check ((staff_id is null) = (kind not in ('Note', 'Declined'))),
  said_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, request_id) references care_request
);
create index care_words_of_request on care_words (account_id, request_id, said_at);
