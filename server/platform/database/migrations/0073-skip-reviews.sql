-- A family that asks to skip payments is answered by staff: the change itself is what they look at.
alter table review drop constraint review_kind_check,
  add constraint review_kind_check check (
    kind in ('Plan', 'Discount', 'FeeChange', 'Identity', 'Invoice', 'Withdrawal', 'Skip'));

-- Why staff have declined a change, in their words: the family reads it.
alter table plan_change add column reason text check (reason is null or status = 'Declined');
