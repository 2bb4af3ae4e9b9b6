-- The audit trail is searched by time and by action, over all subjects.
create index audit_event_by_time on audit_event (at desc, id desc);
create index audit_event_by_action on audit_event (action, at desc, id desc);

-- A deposit in suspense is compared with the references of all accounts.
create index if not exists account_by_bpay_reference on account (bpay_reference) where bpay_reference is not null;
