-- What families rely on when they change a plan: texts with versions, like what they agree to. Where a text has several
-- lines, each has its place on a page or in a letter: domain/texts.ts. To change one is to add a version.
alter table agreement_text
  drop constraint agreement_text_kind_check,
  add constraint agreement_text_kind_check check (kind in ('ProductSwitch', 'CreditIdCheckConsent', 'IdCheckConsent',
    'DirectDebitAuthorisation', 'DirectDebitAgreement', 'CareNotesAU', 'CareNotesUK', 'CareAgreedAU', 'CareAgreedUK',
    'CareSentAU', 'CareOfferAU', 'CareOfferUK', 'CareContactsAU', 'CareContactsUK', 'MoveTextAU', 'MoveTextUK', 'SkipTextAU',
    'SkipTextUK', 'FailedTextAU', 'FailedTextUK'));

insert into agreement_text (kind, version, valid_from, body)
select name || region, 1, '2020-01-01', body
from (values ('AU'), ('UK')) regions (region), (values
('MoveText',
$$Move one payment up to {days later} later, to a day on which banks are open.
{how often}. The count starts again on {count starts}.
Until {notice} before it is due.
It costs nothing and does not count as a late payment.
None$$),
('SkipText',
$$None
The total of your plan stays the same, and there is no fee.$$),
('FailedText',
$$Nothing has been taken, and we charge no fee.
Your bank may charge you for a failed payment.
We will not try again before the day you choose.
This counts as one of the moves of the school year.$$),
('CareOffer',
$$None
We look again
The total of your plan stays the same, and there is no fee.$$),
('CareContacts',
$$They are on your side and cost nothing. You can give them your account number, {account number}, and we will speak with them if you allow it.$$)
) texts (name, body);

insert into agreement_text (kind, version, valid_from, body) values
('CareSentAU', 1, '2020-01-01', 'By law it is due by {lawful day}.');

-- Somebody may have read it, and may ask for it years later.
create trigger agreement_text_never_changes before update on agreement_text
  for each row execute function refuse_change();

-- The text that was on the screen of who made the change; null where nobody was shown one.
alter table plan_change
  add column text_kind text,
  add column text_version int,
  add check ((text_kind is null) = (text_version is null));
