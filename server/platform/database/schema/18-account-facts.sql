-- What the portal shows of an account is computed from these views.

-- The facts of an account itself, of its school and of its last payment: one column for each, named as in the code.
create view account_basics as
select
  account.id as "accountId",
  account.short_id as "shortId",
  account.region,
  account.product_type as "productType",
  account.status,
  institution.name as "institutionName",
  account.setup_status as "setupStatus",
  account.is_setup_incomplete as "isSetupIncomplete",
  account.checks_setup_status as "checksSetupStatus",
  account.renewal_status as "renewalStatus",
  account.can_edit_or_add_plan and account.closed_at is null as "canEditOrAddPlan",
  account.allows_schedule_updates as "allowsScheduleUpdates",
  account.allows_source_updates as "allowsSourceUpdates",
  coalesce(account.allowed_regional_methods, institution.allowed_regional_methods) as "allowedRegionalMethods",
  coalesce(account.allowed_portal_methods, institution.allowed_portal_methods) as "allowedPortalMethods",
  coalesce(account.shows_direct_debit_authorisation, institution.shows_direct_debit_authorisation)
    as "showsDirectDebitAuthorisation",
  institution.requires_manual_review as "requiresManualReview",
  institution.allows_fee_variance_updates as "allowsFeeVarianceUpdates",
  institution.allows_outstanding_fee_updates as "allowsOutstandingFeeUpdates",
  institution.only_longest_plans as "onlyLongestPlans",
  institution.absorb_card_surcharge as "absorbCardSurcharge",
  institution.flexibility,
  case when account.bpay_reference is not null and institution.bpay_biller_code is not null then
    json_build_object('billerCode', institution.bpay_biller_code, 'reference', account.bpay_reference,
      'amountMinor', account.bpay_amount_minor) end as bpay,
  (select json_build_object('status', product_change.status, 'frequency', product_change.frequency)
    from product_change where product_change.account_id = account.id) as "productChange",
  (select json_build_object('amountMinor', payment.amount_minor, 'date', payment.paid_on)
    from payment where payment.account_id = account.id and payment.status = 'Succeeded'
    order by payment.paid_on desc, payment.created_at desc limit 1) as last,
  institution.renewal_opens_days as "renewalOpensDays"
from account join institution on institution.id = account.institution_id;

-- All facts of an account as one JSON object. `account-facts.ts` in the server computes every flag of the portal from
-- them.
create view account_facts as
select known."accountId" as account_id, row_to_json(known) as facts
from (
  select account_basics.*,
    has_method(account_basics."accountId") as "hasUsableSource",
    coalesce((
      select json_agg(json_build_object(
        'id', plan.id, 'tuitionYear', plan.tuition_year, 'status', plan.status,
        'startDate', version.start_date, 'savedBy', version.saved_by) order by plan.tuition_year)
      from plan join plan_version version
        on version.account_id = plan.account_id and version.plan_id = plan.id and version.version = plan.version
      where plan.account_id = account_basics."accountId"
    ), '[]') as plans,
    coalesce((
      select json_agg(json_build_object(
        'startYear', enrolment.start_year, 'startYearLevel', enrolment.start_year_level))
      from enrolment where enrolment.account_id = account_basics."accountId"
    ), '[]') as enrolments
  from account_basics
) known;
