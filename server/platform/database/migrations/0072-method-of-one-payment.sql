-- The method that the family has chosen for this payment alone. One that was removed since does not count.
alter table instalment
  add column source_id uuid,
  add constraint instalment_paid_from foreign key (account_id, source_id) references repayment_source;
create index instalment_with_own_method on instalment (account_id, source_id) where source_id is not null;

-- Whether the method that pays an instalment on a day can be charged then. `payingSourceFor` in domain/payment-methods
-- says the same.
create function can_pay(wanted uuid, day date, chosen uuid) returns boolean language sql stable as $$
  select coalesce((
    select source.status = 'Usable' and source.mandate_status is distinct from 'inactive'
      and (source.card_expiry is null or source.card_expiry >= to_char(day, 'YYYY-MM'))
    from repayment_source source
    where source.account_id = wanted and source.id = chosen and source.status <> 'Removed'), can_pay(wanted, day))
$$;
