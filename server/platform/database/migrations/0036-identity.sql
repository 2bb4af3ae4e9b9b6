-- What the record of an identity check lacked: why it was no, who asked, and when what was handed in was deleted.

alter table identity_check
  -- A credit reporting body is asked about a person, not about a document.
  alter column document_type drop not null,
  add constraint identity_check_has_document check (document_type is not null or manner = 'CreditBody'),
  -- In a word, for our people; the customer is told that it was no, and nothing more.
  add column failure text,
  -- Null only for checks that were made before this was written down.
  add column asked_by uuid references customer,
  -- From then on the numbers and the copy are gone; the row stays.
  add column document_deleted_at timestamptz;

create index identity_checks_newest_first on identity_check (account_id, created_at desc, id);

-- Here so that a new house can check documents; to change it is to add a version.
insert into agreement_text (kind, version, valid_from, body)
select 'IdCheckConsent', coalesce(max(version), 0) + 1, '2020-01-01',
  'I am authorised to provide these details and I consent to them being checked with the document issuer or official record holder.'
from agreement_text where kind = 'IdCheckConsent';
