-- What a family paid of a plan besides its payments, as a row among them: the plan comes to the sum of its rows. It is
-- counted in money, not in payments.
alter table instalment add column is_extra boolean not null default false;

-- What an early payment is to do to a plan once its money has arrived, and the parent who wants it; null for staff.
alter table payment
  add column extra_plan_id uuid,
  add column extra_outcome text check (extra_outcome in ('Lower', 'Earlier', 'Next')),
  add column extra_by_id uuid,
  add constraint payment_extra_is_whole check ((extra_plan_id is null) = (extra_outcome is null)),
  add constraint payment_extra_plan foreign key (account_id, extra_plan_id) references plan;
