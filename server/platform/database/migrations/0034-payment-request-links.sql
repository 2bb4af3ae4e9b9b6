-- The id of a payment request names it inside; the secret of its link is another thing. A link is found by its hash,
-- and kept encrypted because it must be shown and mailed again. What is encrypted is bound to its row.

create temporary table renamed on commit drop as
  select account_id, id as link, gen_random_uuid()::text as id from payment_request;

alter table payment_request
  add column link_hash bytea,
  add column link_sealed bytea,
  add column link_key_id text,
  -- Only until a process that has the keys has sealed it.
  add column link_clear text;

-- Links that are out in the world go on working; their secrets name nothing any more.
update payment_request set id = renamed.id, link_hash = sha256(convert_to(link, 'UTF8')), link_clear = link
from renamed where payment_request.account_id = renamed.account_id and payment_request.id = link;
update payment set payment_request_id = renamed.id
from renamed where payment.account_id = renamed.account_id and payment_request_id = link;
update payment set client_request_id = 'guest:' || renamed.id || substr(client_request_id, 7 + length(link))
from renamed where payment.account_id = renamed.account_id and starts_with(client_request_id, 'guest:' || link || '.');
update idempotency_key set key = renamed.id || substr(key, 1 + length(link))
from renamed where idempotency_key.account_id = renamed.account_id and scope = 'guest' and starts_with(key, link || '.');
update instalment set payment_request_id = renamed.id
from renamed where instalment.account_id = renamed.account_id and payment_request_id = link;
update checkout_session set payment_request_id = renamed.id
from renamed where checkout_session.account_id = renamed.account_id and payment_request_id = link;
update card_entry set payment_request_id = renamed.id
from renamed where card_entry.account_id = renamed.account_id and payment_request_id = link;
delete from rate_limit where key like 'guest-payments:%' or key like 'guest-sessions:%' or key like 'card-form:%';

-- A message names the request; its link is put in when it leaves.
update outbox_message set facts = facts - 'payUrl' || jsonb_build_object('requestId', renamed.id)
from renamed
where outbox_message.account_id = renamed.account_id and facts->>'payUrl' like '%?request=' || replace(link, '_', '\_');
update outbox_message set once = split_part(once, ':', 1) || ':' || renamed.id
from renamed
where outbox_message.account_id = renamed.account_id and once in
  ('overdue:' || link, 'overdue-text:' || link, 'overdue-reminder:' || link);
update outbox_message set text_body = '', html_body = null
where kind is null and status <> 'Waiting' and text_body like '%/pay-now?request=%';

alter table payment_request
  alter column link_hash set not null,
  add constraint payment_request_link_hash_length check (length(link_hash) = 32),
  add constraint payment_request_link_is_kept check ((link_sealed is null) <> (link_clear is null)),
  add constraint payment_request_seal_names_its_key check ((link_sealed is null) = (link_key_id is null));
create unique index payment_request_by_link on payment_request (link_hash);
create index payment_request_to_seal on payment_request (link_key_id);

-- What is overdue, and what a year comes to, is asked for when somebody looks.
alter table payment_request drop column overdue_minor, drop column annual_total_minor;
