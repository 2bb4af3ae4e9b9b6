-- What moved a family's balance, by the word under which it is told. Schools are told apart only where money went to one.
create view family_move as
select entry.account_id, entry.id, entry.kind, entry.posted_on, entry.description, entry.cause_id, posting.amount_minor,
  case when entry.kind = 'PaymentToSchool' then entry.institution_id end as school_id,
  case entry.kind
    when 'Repayment' then case
      when payment.plan_id is not null then 'Instalment'
      when payment.kind = 'Early' then 'Additional'
      when payment.kind = 'Guest' then 'Link'
      when payment.kind in ('Deposit', 'Offline') then payment.kind
      else 'Payment' end
    when 'PaymentToSchool' then 'ToSchool'
    when 'Adjustment' then 'CarriedOver'
    when 'Reversal' then case
      when exists (select from refund where refund.account_id = entry.account_id and refund.id = entry.cause_id)
        then 'RefundReturned'
      when exists (select from dispute where dispute.account_id = entry.account_id and dispute.id = entry.cause_id)
        then 'DisputeWon'
      when exists (select from ledger_entry held where held.account_id = entry.account_id
        and held.id = entry.cause_id and held.kind = 'Withdrawal') then 'WithdrawalReturned'
      else 'Reversed' end
    else entry.kind end as move
from ledger_entry entry
  join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
    and posting.book = 'Family'
  left join payment on entry.kind = 'Repayment' and payment.account_id = entry.account_id
    and payment.id = entry.cause_id;
