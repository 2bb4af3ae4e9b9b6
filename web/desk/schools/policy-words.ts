import type { StaffSchool } from '#contract/staff-schools.ts'
import type {
  PortalPaymentMethod,
  RegionalPaymentMethod,
  SurchargeAbsorption,
} from '#domain/payment-methods/payment-methods.ts'
import { flexibilityLimits, usualFlexibility, type Flexibility } from '#domain/plan/changes/flexibility.ts'

export const methodNames: Record<RegionalPaymentMethod, string> = {
  AuBankAccount: 'Direct debit',
  UkBankAccount: 'Direct Debit',
  AuCustomerDeposit: 'BPAY',
  PaymentCard: 'Card',
}

export const portalNames: Record<PortalPaymentMethod, string> = {
  BankAccount: 'Direct debit',
  CustomerDeposit: 'BPAY',
  PaymentCard: 'Card',
}

export const absorptionNames: Record<SurchargeAbsorption, string> = {
  None: 'The family, for every card',
  VisaAndMastercard: 'The school for Visa and Mastercard, the family for others',
  All: 'The school, for every card',
}

/** What a school says yes or no to. */
export const switches = {
  requiresManualReview: 'Staff review every plan before it starts',
  allowsFeeVarianceUpdates: 'Families may enter discounts',
  allowsOutstandingFeeUpdates: 'Families may enter outstanding fees',
  onlyLongestPlans: 'Plans always run to the end of the year',
  renewsOnLastFees: 'Next year’s plans start from this year’s fees',
  showsDirectDebitAuthorisation: 'Families must tick a direct debit authorisation',
  showsBreakdown: 'Payment links show a breakdown',
} as const satisfies Partial<Record<keyof StaffSchool, string>>
export type Switch = keyof typeof switches
export const switchNames = Object.keys(switches) as Switch[]

/** Changes that families can make to a current plan. */
export const ruleNames: Record<keyof Flexibility, string> = {
  movesPerYear: 'Payment moves per school year',
  mostDaysLater: 'Most days a payment can be delayed',
  mostSkipped: 'Most payments skipped at once',
  skipsPerYear: 'Payments skipped per school year without review',
  reviewsMoreSkips: 'Staff review further skips',
  mayEndLater: 'Skipped payments can be added at the end',
  monthsAfterYear: 'Months after the school year by which plans must end',
  mayPayExtra: 'Families may pay extra',
}
export const rules = Object.keys(ruleNames) as (keyof Flexibility)[]

export const mostOf = (rule: keyof Flexibility): number | undefined =>
  (flexibilityLimits as Partial<Record<keyof Flexibility, number>>)[rule]

/** "2", "Yes", or what is usual where the school has decided nothing. */
export function ruleText(rule: keyof Flexibility, own: number | boolean | null): string {
  const value = own ?? usualFlexibility[rule]
  const text = typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)
  return own === null ? `${text}, default` : text
}
