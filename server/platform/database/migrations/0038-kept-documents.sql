-- What is encrypted can be encrypted anew under another key, and documents of identity are deleted in time.

-- When a document goes is reckoned from the decision on it; a date of its own could only disagree with that.
alter table stored_file drop column delete_after;

alter table identity_check
  add constraint identity_document_names_its_key check ((document is null) = (encryption_key_id is null)),
  add constraint deleted_document_is_gone
    check (document_deleted_at is null or (document is null and file_id is null));

-- Most checks are old, and nothing is left of their documents.
create index identity_documents_kept on identity_check (coalesce(decided_at, created_at))
  where document is not null or file_id is not null;

-- Rows under an older key are few, and none most of the time.
create index stored_files_by_key on stored_file (encryption_key_id);
create index repayment_sources_by_key on repayment_source (encryption_key_id) where encryption_key_id is not null;
create index payout_bank_accounts_by_key on payout_bank_account (encryption_key_id)
  where encryption_key_id is not null;
create index identity_checks_by_key on identity_check (encryption_key_id) where encryption_key_id is not null;

-- A batch stays as it is, but for the key that its file is encrypted with.
drop trigger payout_batch_append_only on payout_batch;
create trigger payout_batch_stays before delete on payout_batch
  for each row execute function refuse_change();
create trigger payout_batch_changes_its_key_only before update on payout_batch
  for each row when (
    (old.number, old.region, old.created_by, old.created_at)
      is distinct from (new.number, new.region, new.created_by, new.created_at)
    or old.encryption_key_id = new.encryption_key_id)
  execute function refuse_change();
