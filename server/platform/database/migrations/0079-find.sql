-- Staff find families by what somebody says on the phone: a name as it is heard, a part of a number.
create extension if not exists pg_trgm;

create index customer_like_name on customer using gin (lower(first_name || ' ' || last_name) gin_trgm_ops);
create index customer_like_email on customer using gin (split_part(email, '@', 1) gin_trgm_ops);
create index customer_by_mobile_beginning on customer (mobile_e164 collate "C");
create index student_like_name on student using gin (lower(first_name || ' ' || last_name) gin_trgm_ops);
create index student_by_last_name on student (lower(last_name) collate "C");
create index student_by_first_name on student (lower(first_name) collate "C");

create index account_by_short_id_beginning on account (short_id collate "C");
create index account_by_bpay_reference on account (bpay_reference collate "C") where bpay_reference is not null;
create index account_at_provider on account (stripe_customer_id) where stripe_customer_id is not null;
create index source_by_last_digits on repayment_source (last4) where status <> 'Removed' and last4 is not null;
-- What a school was paid since a day.
create index payment_of_school on payment (institution_id, paid_on) where paid_on is not null;

create index deposit_in_suspense_by_reference on deposit (reference) where account_id is null;
