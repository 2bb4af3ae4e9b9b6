-- A code or a link belongs to the place that asked for it: what strangers ask for in somebody's name no longer replaces
-- what that person is about to use.

alter table login_code add column asked_from text not null default '';
alter table login_link add column asked_from text not null default '';
alter table staff_code add column asked_from text not null default '';

drop index one_open_code;
create unique index one_open_code on login_code (customer_id, asked_from) where closed_at is null;
drop index one_open_link;
create unique index one_open_link on login_link (customer_id, asked_from) where closed_at is null;
drop index one_open_staff_code;
create unique index one_open_staff_code on staff_code (staff_id, asked_from) where closed_at is null;

-- Where a card form was opened, so that cards that fail are counted there too. Older forms have expired.
alter table card_entry add column opened_from text not null default '';
