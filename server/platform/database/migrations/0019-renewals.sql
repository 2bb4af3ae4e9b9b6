-- Plans that go on into the next tuition year by themselves, and what quietly comes to an end.

alter table institution
  -- So many days before the end of a tuition year plans for the next are made; null while the school has not said.
  add column renewal_opens_days int default 75 check (renewal_opens_days between 0 and 366),
  add column renews_on_last_fees boolean not null default false;

-- The last tuition year of a family that has said that it leaves.
alter table account add column leaves_after int;

-- A plan that was made by renewal, with a digest of what its figures came from. While the family has not touched the
-- plan, another digest means other figures.
create table renewal (
  account_id uuid not null,
  plan_id uuid not null,
  basis text not null,
  primary key (account_id, plan_id),
  foreign key (account_id, plan_id) references plan
);

create index plan_to_end_tailored on plan (tailored_until) where tailored_type is not null;
create index card_by_expiry on repayment_source (card_expiry) where status = 'Usable' and card_expiry is not null;
