-- The terms under which Australian bank accounts are debited are a text of their own, beside the sentence by which they
-- are agreed to. Both are here so that a new house can take bank accounts; to change one is to add a version.

alter table agreement_text
  drop constraint agreement_text_kind_check,
  add constraint agreement_text_kind_check check (kind in ('ProductSwitch', 'CreditIdCheckConsent', 'IdCheckConsent',
    'DirectDebitAuthorisation', 'DirectDebitAgreement'));

-- The words "Direct Debit Agreement" stand in it once: there the screen links to the terms.
insert into agreement_text (kind, version, valid_from, body)
select 'DirectDebitAuthorisation', coalesce(max(version), 0) + 1, '2020-01-01',
  'I authorise Larkwell to debit my nominated bank account for amounts due under the Direct Debit Agreement. I have read it, and I hold this account or may operate it alone.'
from agreement_text where kind = 'DirectDebitAuthorisation';

-- A line is a paragraph, and one that begins with # a heading.
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
