-- What is known of an account, in one place: the flags and figures of every screen are computed from these facts.

create view account_facts as
select
  account.id as account_id,
  json_build_object(
    'accountId', account.id,
    'shortId', account.short_id,
    'region', account.region,
    'productType', account.product_type,
    'status', account.status,
    'institutionName', institution.name,
    'setupStatus', account.setup_status,
    'isSetupIncomplete', account.is_setup_incomplete,
    'checksSetupStatus', account.checks_setup_status,
    'renewalStatus', account.renewal_status,
    'canEditOrAddPlan', account.can_edit_or_add_plan,
    'allowsScheduleUpdates', account.allows_schedule_updates,
    'allowsSourceUpdates', account.allows_source_updates,
    'allowedRegionalMethods', coalesce(account.allowed_regional_methods, institution.allowed_regional_methods),
    'allowedPortalMethods', coalesce(account.allowed_portal_methods, institution.allowed_portal_methods),
    'showsDirectDebitAuthorisation',
      coalesce(account.shows_direct_debit_authorisation, institution.shows_direct_debit_authorisation),
    'requiresManualReview', institution.requires_manual_review,
    'allowsFeeVarianceUpdates', institution.allows_fee_variance_updates,
    'allowsOutstandingFeeUpdates', institution.allows_outstanding_fee_updates,
    'absorbCardSurcharge', institution.absorb_card_surcharge,
    'bpay', case when account.bpay_reference is not null and institution.bpay_biller_code is not null then
      json_build_object('billerCode', institution.bpay_biller_code, 'reference', account.bpay_reference,
        'amountMinor', account.bpay_amount_minor) end,
    'productChange', (
      select json_build_object('status', status, 'frequency', frequency)
      from product_change where product_change.account_id = account.id),
    'hasUsableSource', coalesce((
      select true from repayment_source where repayment_source.account_id = account.id and status = 'Usable'
      limit 1), false),
    'plans', coalesce((
      select json_agg(json_build_object(
        'id', plan.id, 'tuitionYear', plan.tuition_year, 'status', plan.status,
        'startDate', plan_version.start_date, 'savedBy', plan_version.saved_by) order by plan.tuition_year)
      from plan join plan_version using (account_id)
      where plan.account_id = account.id and plan_version.plan_id = plan.id and plan_version.version = plan.version
    ), '[]'),
    'next', (
      select json_build_object('amountMinor', instalment.amount_minor, 'date', instalment.collect_on)
      from instalment join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
      where instalment.account_id = account.id and instalment.status = 'Scheduled'
        and plan.status in ('Current', 'Saved')
      order by instalment.collect_on, instalment.seq limit 1),
    'last', (
      select json_build_object('amountMinor', amount_minor, 'date', paid_on)
      from payment where payment.account_id = account.id and status = 'Succeeded'
      order by paid_on desc, created_at desc limit 1)
  ) as facts
from account join institution on institution.id = account.institution_id;
