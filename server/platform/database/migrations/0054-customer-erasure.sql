-- The data of a customer is erased only if a second person agrees.
alter table approval drop constraint approval_kind_check,
  add constraint approval_kind_check check (kind in ('PayoutAccount', 'Withdrawal', 'PayoutRelease',
    'RemittanceRelease', 'Refund', 'Adjustment', 'SurchargeRate', 'CustomerErasure'));
