-- Payment methods as the provider knows them: each is saved once, whatever is sent twice.

alter table repayment_source
  -- The same for the same card or account number, without telling it.
  add column fingerprint text,
  -- How the bank names the mandate on the customer's statement.
  add column mandate_reference text,
  add constraint bank_details_name_their_key check ((bank_details is null) = (encryption_key_id is null));
create unique index source_once_by_number on repayment_source (account_id, fingerprint)
  where status <> 'Removed';
create unique index source_once_at_provider on repayment_source (account_id, provider_payment_method_id)
  where status <> 'Removed';
create unique index one_deposit_source on repayment_source (account_id)
  where type = 'CustomerDeposit' and status <> 'Removed';

-- The provider's news name its own ids only.
create index source_by_provider_id on repayment_source (provider_payment_method_id);
create index source_by_mandate on repayment_source (provider_mandate_id);

create index change_by_day on repayment_change (effective_on) where status = 'Pending';
