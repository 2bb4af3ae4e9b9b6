import type { AccountConfig } from '#contract/accounts.ts'
import type { BpayInfo } from '#contract/payment-methods.ts'
import {
  productName,
  type AccountSetupStatus,
  type AccountStatus,
  type ProductType,
} from '#domain/accounts.ts'
import { dateIn } from '#domain/calendar.ts'
import { toDecimal, type Cents } from '#domain/money.ts'
import type {
  PortalPaymentMethod,
  RegionalPaymentMethod,
  SurchargeAbsorption,
} from '#domain/payment-methods.ts'
import {
  tuitionYearOf,
  type Frequency,
  type PlanStatus,
  type RenewalStatus,
} from '#domain/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import type { ProductChangeStatus } from '#domain/switch-account.ts'
import { planYearsOf } from './plan-years.ts'

export type DatedCents = { amountMinor: Cents; date: string }

/** A row of the view `account_basics`. */
export type AccountBasics = {
  accountId: string
  shortId: string
  region: Region
  productType: ProductType
  status: AccountStatus
  institutionName: string
  setupStatus: AccountSetupStatus
  isSetupIncomplete: boolean
  checksSetupStatus: boolean
  renewalStatus: RenewalStatus
  canEditOrAddPlan: boolean
  allowsScheduleUpdates: boolean
  allowsSourceUpdates: boolean
  allowedRegionalMethods: RegionalPaymentMethod[]
  allowedPortalMethods: PortalPaymentMethod[]
  showsDirectDebitAuthorisation: boolean
  requiresManualReview: boolean
  allowsFeeVarianceUpdates: boolean
  allowsOutstandingFeeUpdates: boolean
  onlyLongestPlans: boolean
  absorbCardSurcharge: SurchargeAbsorption
  bpay: { billerCode: string; reference: string; amountMinor: Cents | null } | null
  productChange: { status: ProductChangeStatus; frequency: Frequency | null } | null
  last: DatedCents | null
}

/** A row of the view `account_facts`. */
export type AccountFacts = AccountBasics & {
  hasUsableSource: boolean
  plans: {
    id: string
    tuitionYear: number
    status: Exclude<PlanStatus, 'None'>
    startDate: string
    savedBy: 'Customer' | 'Staff' | 'Renewal'
  }[]
  /** What will be collected next, and when. */
  next: DatedCents | null
}

export type AccountFlags = Omit<AccountConfig, 'planYearOptions'>

export function configOf(facts: AccountFacts, now: Date): AccountConfig {
  return { ...flagsOf(facts, now), planYearOptions: planYearsOf(facts, dateIn(facts.region, now)) }
}

/** Every flag of the portal, computed from product, school policy, region and plans in this one place. */
export function flagsOf(facts: AccountFacts, now: Date): AccountFlags {
  return {
    isSetupIncomplete: facts.isSetupIncomplete,
    shouldCheckAccountSetupStatus: facts.checksSetupStatus,
    accountSetupTasks: {
      hasSavedEstimate: facts.plans.some((plan) => plan.status !== 'Draft'),
      hasRepaymentSource: facts.hasUsableSource,
    },
    showDirectDebitAuthorisation: facts.showsDirectDebitAuthorisation,
    allowedRegionalPaymentMethods: facts.allowedRegionalMethods,
    allowedCustomerPortalRepaymentMethods: facts.allowedPortalMethods,
    productChange: facts.productChange,
    allowFeeVarianceUpdates: facts.region === 'AU' && facts.allowsFeeVarianceUpdates,
    allowOutstandingFeeUpdates: facts.region === 'AU' && facts.allowsOutstandingFeeUpdates,
    schoolRequiresManualReview: facts.requiresManualReview,
    year: tuitionYearOf(dateIn(facts.region, now), facts.region),
    canEditOrAddAccountPlan: facts.canEditOrAddPlan,
    // A plan to edit, rather than one to set up.
    customerCanUpdateSchedule: facts.plans.length > 0,
    allowPaymentScheduleUpdates: facts.allowsScheduleUpdates,
    allowRepaymentSourceUpdates: facts.allowsSourceUpdates,
  }
}

/** The parts of an account that both the list of accounts and the Overview show. */
export function moneyOf(facts: AccountFacts): {
  nextRepayment: { amount: number; date: string } | null
  lastRepayment: { amount: number; date: string } | null
  bpayInfo: BpayInfo | null
} {
  return {
    nextRepayment: facts.next && wireAmount(facts.next),
    lastRepayment: facts.last && wireAmount(facts.last),
    bpayInfo: facts.bpay && {
      billerCode: facts.bpay.billerCode,
      reference: facts.bpay.reference,
      amount: facts.bpay.amountMinor === null ? null : toDecimal(facts.bpay.amountMinor),
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

function wireAmount({ amountMinor, date }: DatedCents): { amount: number; date: string } {
  return { amount: toDecimal(amountMinor), date }
}
