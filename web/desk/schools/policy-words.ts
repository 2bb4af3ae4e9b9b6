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
  requiresManualReview: 'We look at every plan before it starts',
  allowsFeeVarianceUpdates: 'Families may enter discounts',
  allowsOutstandingFeeUpdates: 'Families may enter outstanding fees',
  onlyLongestPlans: 'Plans always run to the end of the year',
  renewsOnLastFees: 'Plans of the next year begin on the fees of this one',
  showsDirectDebitAuthorisation: 'Families tick a direct debit authorisation',
  showsBreakdown: 'Payment links show a breakdown',
} as const satisfies Partial<Record<keyof StaffSchool, string>>
export type Switch = keyof typeof switches
export const switchNames = Object.keys(switches) as Switch[]

/** What families may change of a plan that runs. */
export const ruleNames: Record<keyof Flexibility, string> = {
  movesPerYear: 'Moves of a payment in a school year',
  mostDaysLater: 'Days later that a payment may be collected',
  mostSkipped: 'Payments skipped at a time',
  skipsPerYear: 'Skipped payments granted in a school year',
  reviewsMoreSkips: 'We look at more skips than that',
  mayEndLater: 'Skipped payments may follow after the last one',
  monthsAfterYear: 'Months after the school year in which plans may end',
  mayPayExtra: 'Families may pay extra',
}
export const rules = Object.keys(ruleNames) as (keyof Flexibility)[]

export const mostOf = (rule: keyof Flexibility): number | undefined =>
  (flexibilityLimits as Partial<Record<keyof Flexibility, number>>)[rule]

/** "2", "Yes", or what is usual where the school has decided nothing. */
export function ruleText(rule: keyof Flexibility, own: number | boolean | null): string {
  const value = own ?? usualFlexibility[rule]
  const text = typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)
  return own === null ? `${text}, as usual` : text
}
