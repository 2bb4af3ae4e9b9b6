-- The payments as the family has accepted them: what its copy of the agreement says whatever becomes of the plan later.
alter table care_offer
  add column accepted_at timestamptz,
  add column agreed_payments jsonb,
  add constraint care_offer_agreed check ((agreed_payments is null) = (accepted_at is null));

-- What a message is about, for those who answer it.
alter table conversation_message add column about text check (length(about) <= 200);

-- How often the method of this payment alone was chosen or given up: after each it is announced again.
alter table instalment add column method_choices int not null default 0;
