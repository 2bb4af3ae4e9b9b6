-- While one is open, nothing is collected, announced, tried again or asked for: `isOnHold` in server/care.
create table account_hold (
  account_id uuid not null references account,
  id uuid not null,
  started_at timestamptz not null,
  -- The last day of it, by the calendar of the region.
  ends_on date not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('Accepted', 'Declined', 'Withdrawn', 'Over')),
  primary key (account_id, id),
  check ((ended_at is null) = (ended_by is null))
);
create unique index one_open_hold on account_hold (account_id) where ended_at is null;

-- Families read and quote it: H-4127.
create sequence care_request_number start 4101;

-- A family finds it hard to pay and has told us. What it said is in `care_words` alone.
create table care_request (
  account_id uuid not null references account,
  id uuid not null,
  number int not null unique default nextval('care_request_number'),
  hold_id uuid not null,
  asked_by uuid not null references customer,
  status text not null check (status in ('Open', 'Offered', 'Accepted', 'Declined', 'Withdrawn')),
  sent_at timestamptz not null,
  -- The day by whose end we mean to answer, and the day by which the law wants an answer, where it does.
  answer_by date not null,
  lawful_by date,
  -- The version of the notes that were on the screen: `agreement_text`.
  text_version int not null,
  -- Who of our people looked at it first.
  seen_by uuid references staff,
  closed_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, hold_id) references account_hold,
  check ((closed_at is null) = (status in ('Open', 'Offered')))
);
create unique index one_open_care_request on care_request (account_id) where closed_at is null;

-- An arrangement that the family may accept. It is calculated on the plan as it stands, so only its terms are here.
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
  primary key (account_id, id),
  foreign key (account_id, request_id) references care_request,
  foreign key (account_id, plan_id) references plan
);
create unique index one_open_care_offer on care_offer (account_id, request_id) where status = 'Open';

-- What was said, by the parent or by us: read by that parent and by operations alone, and deleted on schedule.
create table care_words (
  account_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  offer_id uuid,
  kind text not null check (kind in ('Sent', 'Added', 'ChangeAsked', 'Note', 'Declined')),
  -- The answers to the short questions; null but for the first words.
  answers jsonb check ((answers is null) = (kind <> 'Sent')),
  body text check (length(body) <= 1000),
  staff_id uuid references staff check ((staff_id is null) = (kind not in ('Note', 'Declined'))),
  said_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, request_id) references care_request
);
create index care_words_of_request on care_words (account_id, request_id, said_at);

-- The notes beside the form and beside what was agreed: a line is a note. To change them is to add a version.
alter table agreement_text
  drop constraint agreement_text_kind_check,
  add constraint agreement_text_kind_check check (kind in ('ProductSwitch', 'CreditIdCheckConsent', 'IdCheckConsent',
    'DirectDebitAuthorisation', 'DirectDebitAgreement', 'CareNotesAU', 'CareNotesUK', 'CareAgreedAU', 'CareAgreedUK'));

insert into agreement_text (kind, version, valid_from, body) values
('CareNotesAU', 1, '2020-01-01',
$$No fees and no interest while we look at it.
Only our care team reads this. Your school learns nothing unless you ask us to tell it, and no credit agency is told.
This form counts as a hardship notice. By law we must answer within 21 days, by {lawful day}. We aim for two business days.$$),
('CareNotesUK', 1, '2020-01-01',
$$No fees and no interest while we look at it.
Only our care team reads this. Your school learns nothing unless you ask us to tell it, and no credit agency is told.$$),
('CareAgreedAU', 1, '2020-01-01',
$$No fees, no interest and no collections beyond these payments.
We write to you before each payment, and when the lower payments end.$$),
('CareAgreedUK', 1, '2020-01-01',
$$No fees, no interest and no collections beyond these payments.
We write to you before each payment, and when the lower payments end.$$);
