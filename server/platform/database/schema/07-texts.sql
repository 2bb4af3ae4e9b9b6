-- What customers agree to and rely on.

-- The exact texts that customers agree to or rely on, in versions. A version is never changed: somebody may have read
-- it, and may ask for it years later. To change a text, add a version; versions count within a kind, so that a consent
-- names its text by kind and version. Where the code needs single lines of a text, domain/texts.ts says what each line
-- is.
create table agreement_text (
  kind text not null
    check (kind in (
      'ProductSwitch', 'CreditIdCheckConsent', 'IdCheckConsent', 'DirectDebitAuthorisation', 'DirectDebitAgreement',
      'CareNotesAU', 'CareNotesUK', 'CareAgreedAU', 'CareAgreedUK', 'CareSentAU', 'CareOfferAU', 'CareOfferUK',
      'CareContactsAU', 'CareContactsUK', 'MoveTextAU', 'MoveTextUK', 'SkipTextAU', 'SkipTextUK', 'FailedTextAU',
      'FailedTextUK')),
  product_type text not null default '',
  version int not null,
  body text not null check (length(body) >= 5),
  valid_from date not null,
  primary key (kind, product_type, version)
);
create trigger agreement_text_never_changes before update on agreement_text
  for each row execute function refuse_change();

-- What customers agree to. The portal turns "Direct Debit Agreement", "Larkwell Plus terms" and "privacy policy" into
-- links, so each of these stands in its text once.
insert into agreement_text (kind, product_type, version, valid_from, body) values
('DirectDebitAuthorisation', '', 1, '2020-01-01',
  'I authorise Larkwell to debit my nominated bank account for amounts due under the Direct Debit Agreement. I have read it, and I hold this account or may operate it alone.'),
('IdCheckConsent', '', 1, '2020-01-01',
  'I am authorised to provide these details and I consent to them being checked with the document issuer or official record holder.'),
('CreditIdCheckConsent', 'PayPlus', 1, '2020-01-01',
  'I agree to a credit ID check to verify my identity: Larkwell may give my name, date of birth and addresses to a credit reporting body and receive an answer from it. This does not affect my credit score.'),
('ProductSwitch', 'PayPlus', 1, '2020-01-01',
  'By confirming, you ask Larkwell to pay your school fees to the school when they are due, and agree to repay Larkwell in instalments under the Larkwell Plus terms and the privacy policy.');

-- The terms of direct debits in Australia. Each line is a paragraph, and one that begins with # is a heading.
insert into agreement_text (kind, version, valid_from, body) values ('DirectDebitAgreement', 1, '2020-01-01',
$$This is the Direct Debit Request Service Agreement between you and Larkwell. It says what you allow us to do when you give us a bank account to debit, and what we owe you in return. Please keep it with your direct debit authorisation.
# 1. The words used here
"You" are the customer who gave the authorisation. "We" are Larkwell, which collects school fees for your school through its payment provider. "Your account" is the bank account that you named. "Your bank" is the institution that holds it. A "business day" is a day from Monday to Friday that is not a national public holiday in Australia. A "debit" is a payment that we ask your bank to make to us from your account.
# 2. Debiting your account
By your authorisation you allow us to debit your account for the amounts that fall due under your payment plan, on the days that your plan names, and for payments that you ask for yourself.
Before each debit we write to you by e-mail, at least two business days ahead, with the amount and the day.
Where the day of a debit is not a business day, your account is debited on the next business day. If you are not sure when a debit will reach your account, please ask your bank.
# 3. When we change something
Amounts and days follow from your payment plan. When your plan changes, you see the new amounts and days in the portal, and we write to you before the next debit.
We may change these terms. We tell you in writing at least 14 days before a change applies.
# 4. When you change something
You can choose another payment method in the portal at any time. A change that you make by the end of the second business day before a debit applies to that debit; a later one applies from the next debit.
You can ask us to move, stop or suspend a debit, or to end your authorisation, by calling or writing to us at least two business days before the debit. You can also ask your bank, which must act on your request at once.
Ending your authorisation does not end what you owe under your payment plan. Please agree with us how you will pay instead.
# 5. What you see to
Please see to it that there is enough money in your account on the day of each debit, that your account can be debited directly (not every account can: your bank knows), and that the details you gave us match a recent statement of your account.
Please tell us if your account is closed or moved. If your account needs several people to sign, all of them must have authorised the debits.
# 6. When a debit is not paid
If your bank does not pay a debit for want of money, we try again on the third and, if need be, on the seventh business day after it, and tell you so. After that we ask you to pay in another way.
Your bank may charge you a fee for a debit that was not paid. Where your school has set a dishonour fee, we add it to what you owe; the portal shows it.
# 7. When you think a debit is wrong
Please call or write to us first, so that we can put it right quickly. We look into it and answer you within five business days. If a debit was wrong, we give the money back and ask your bank to adjust interest and charges. If it was right, we tell you why, and show you how we know.
You can also ask your bank to claim the money back for you.
# 8. What you tell us
We keep the details of your account confidential and encrypted, and show them to nobody but those who need them to make debits, to answer a claim that a debit was wrong, or because the law says so.
# 9. How we reach one another
You reach us by telephone and e-mail as printed in this document and shown in the portal. We write to the e-mail address that you gave us. A message counts as received on the next business day.$$);

-- What is said beside a request for help and beside an arrangement. Each line is a note.
insert into agreement_text (kind, version, valid_from, body) values
('CareSentAU', 1, '2020-01-01', 'By law it is due by {lawful day}.'),
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

-- What families rely on when they change a plan or are offered an arrangement. Each line has its place on a page or in a
-- letter: domain/texts.ts.
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

-- What a customer agreed to or declined, when, and to which version of which text.
create table consent (
  account_id uuid not null references account,
  id uuid not null,
  kind text not null
    check (kind in ('ProductSwitch', 'CreditIdCheckConsent', 'IdCheckConsent', 'DirectDebitAuthorisation')),
  agreed boolean not null,
  text_version int not null,
  text_hash text not null,
  subject_id uuid,
  given_by uuid not null references customer,
  given_at timestamptz not null,
  ip text,
  primary key (account_id, id)
);
