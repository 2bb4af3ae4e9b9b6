import type { AccountConfig } from '#contract/accounts.ts'
import type { BpayInfo } from '#contract/payment-methods.ts'
import {
  productName,
  type AccountSetupStatus,
  type AccountStatus,
  type ProductType,
} from '#domain/accounts.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { toDecimal, type Cents } from '#domain/money.ts'
import type {
  PortalPaymentMethod,
  RegionalPaymentMethod,
  SurchargeAbsorption,
} from '#domain/payment-methods/payment-methods.ts'
import {
  tuitionYearOf,
  type Frequency,
  type PlanSaver,
  type PlanStatus,
  type RenewalStatus,
} from '#domain/plan/payment-schedule.ts'
import type { NextPayment } from '#domain/plan/next-payment.ts'
import type { Region } from '#domain/region.ts'
import type { ProductChangeStatus } from '#domain/switch-account.ts'
import { planYearsOf } from './plan-years.ts'

/** What a school has decided for its families. */
export type SchoolPolicy = {
  region: Region
  /**
   * The number of days before the end of a tuition year when the school opens the next; null while the school has not
   * set it.
   */
  renewalOpensDays: number | null
  allowedRegionalMethods: RegionalPaymentMethod[]
  allowedPortalMethods: PortalPaymentMethod[]
  showsDirectDebitAuthorisation: boolean
  requiresManualReview: boolean
  allowsFeeVarianceUpdates: boolean
  allowsOutstandingFeeUpdates: boolean
  onlyLongestPlans: boolean
  absorbCardSurcharge: SurchargeAbsorption
}

/** The policy of an account, as set by product and school. Many families share the same values. */
export type AccountPolicy = SchoolPolicy & {
  isSetupIncomplete: boolean
  checksSetupStatus: boolean
  renewalStatus: RenewalStatus
  canEditOrAddPlan: boolean
  allowsScheduleUpdates: boolean
  allowsSourceUpdates: boolean
}

/** A row of the view `account_basics`. */
export type AccountBasics = AccountPolicy & {
  accountId: string
  shortId: string
  productType: ProductType
  status: AccountStatus
  institutionName: string
  setupStatus: AccountSetupStatus
  bpay: { billerCode: string; reference: string; amountMinor: Cents | null } | null
  productChange: { status: ProductChangeStatus; frequency: Frequency | null } | null
  last: { amountMinor: Cents; date: string } | null
}

/** A row of the view `account_facts`. */
export type AccountFacts = AccountBasics & {
  hasUsableSource: boolean
  plans: {
    id: string
    tuitionYear: number
    status: Exclude<PlanStatus, 'None'>
    startDate: CalendarDate
    savedBy: PlanSaver
  }[]
  enrolments: { startYear: number; startYearLevel: string }[]
}

/** The progress of an account: its plans, enrolments, payment method and product change. */
export type AccountState = Pick<AccountFacts, 'hasUsableSource' | 'productChange'> & {
  plans: readonly Pick<AccountFacts['plans'][number], 'status' | 'tuitionYear'>[]
  enrolments: AccountFacts['enrolments']
}

export function configOf(facts: AccountFacts, now: Date): AccountConfig {
  return configOn(facts, facts, dateIn(facts.region, now))
}

/** Every flag of the portal, computed from product, school policy, region and plans in this one place. */
export function configOn(
  policy: AccountPolicy,
  { plans, enrolments, hasUsableSource, productChange }: AccountState,
  today: CalendarDate,
): AccountConfig {
  return {
    isSetupIncomplete: policy.isSetupIncomplete,
    shouldCheckAccountSetupStatus: policy.checksSetupStatus,
    accountSetupTasks: { hasSavedEstimate: plans.some(isSaved), hasRepaymentSource: hasUsableSource },
    showDirectDebitAuthorisation: policy.showsDirectDebitAuthorisation,
    allowedRegionalPaymentMethods: policy.allowedRegionalMethods,
    allowedCustomerPortalRepaymentMethods: policy.allowedPortalMethods,
    productChange,
    allowFeeVarianceUpdates: policy.region === 'AU' && policy.allowsFeeVarianceUpdates,
    allowOutstandingFeeUpdates: policy.region === 'AU' && policy.allowsOutstandingFeeUpdates,
    schoolRequiresManualReview: policy.requiresManualReview,
    year: tuitionYearOf(today, policy.region),
    canEditOrAddAccountPlan: policy.canEditOrAddPlan,
    // The portal offers to edit an existing plan instead of setting one up.
    customerCanUpdateSchedule: plans.length > 0,
    allowPaymentScheduleUpdates: policy.allowsScheduleUpdates,
    allowRepaymentSourceUpdates: policy.allowsSourceUpdates,
    planYearOptions: planYearsOf(policy, { plans, enrolments }, today),
  }
}

const isSaved = ({ status }: AccountState['plans'][number]) => status !== 'Draft'

/** The parts of an account that both the list of accounts and the Overview show. */
export function paymentSummaryOf(
  { last, bpay }: Pick<AccountFacts, 'last' | 'bpay'>,
  next: Pick<NextPayment, 'amount' | 'on'> | undefined,
): {
  nextRepayment: { amount: number; date: string } | null
  lastRepayment: { amount: number; date: string } | null
  bpayInfo: BpayInfo | null
} {
  return {
    nextRepayment: next ? { amount: toDecimal(next.amount), date: next.on } : null,
    lastRepayment: last && { amount: toDecimal(last.amountMinor), date: last.date },
    bpayInfo: bpay && {
      billerCode: bpay.billerCode,
      reference: bpay.reference,
      amount: bpay.amountMinor === null ? null : toDecimal(bpay.amountMinor),
    },
  }
}

export function identityOf(facts: AccountFacts) {
  return {
    accountId: facts.accountId,
    shortId: facts.shortId,
    productType: facts.productType,
    product: productName(facts.productType),
    status: facts.status,
    institutionName: facts.institutionName,
    region: facts.region,
  }
}
