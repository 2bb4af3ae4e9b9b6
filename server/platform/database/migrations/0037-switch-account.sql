-- A change to instalments: who of our people began it, when the family answered, and the words that it agrees to.

alter table product_change
  -- Null only for changes that were begun before this was written down.
  add column invited_by uuid references staff,
  add column details_at timestamptz;
-- What waits for our people is listed, and what is long done is cleared, from few rows of many.
create index product_changes_to_finish on product_change (status) where status in ('Processing', 'Completed');

-- Here so that a new house can offer the change; to change a text is to add a version. Versions count through a kind,
-- whatever the product, so that a consent names one text by its kind and version.
insert into agreement_text (kind, product_type, version, valid_from, body)
select 'CreditIdCheckConsent', 'PayPlus', coalesce(max(version), 0) + 1, '2020-01-01',
  'I agree to a credit ID check to verify my identity: Larkwell may give my name, date of birth and addresses to a credit reporting body and receive an answer from it. This does not affect my credit score.'
from agreement_text where kind = 'CreditIdCheckConsent';

-- The words "Larkwell Plus terms" and "privacy policy" stand in it once: there the screen links to them.
insert into agreement_text (kind, product_type, version, valid_from, body)
select 'ProductSwitch', 'PayPlus', coalesce(max(version), 0) + 1, '2020-01-01',
  'By confirming, you ask Larkwell to pay your school fees to the school when they are due, and agree to repay Larkwell in instalments under the Larkwell Plus terms and the privacy policy.'
from agreement_text where kind = 'ProductSwitch';
