-- What was there before balances, since nothing is ever changed or taken out: so an entry balances exactly when what a
-- statement adds to it does. No look at the ledger is needed, which a run over many entries would pay for dearly. One
-- posting alone never balances, because none is of nothing.
create or replace function refuse_unbalanced_postings() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
  select entry_id into wrong
  from written group by account_id, entry_id, currency having sum(amount_minor) <> 0
  limit 1;
  if wrong is not null then
    raise exception 'ledger entry % does not balance', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;
