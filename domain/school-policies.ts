import type { PortalPaymentMethod, RegionalPaymentMethod } from './payment-methods/payment-methods.ts'
import type { Region } from './region.ts'

const regionalMethods: Record<Region, RegionalPaymentMethod[]> = {
  AU: ['AuBankAccount', 'PaymentCard'],
  UK: ['UkBankAccount', 'PaymentCard'],
}

/** The payment methods that exist in a region. */
export const methodsOfRegion: Record<Region, readonly RegionalPaymentMethod[]> = {
  AU: ['AuBankAccount', 'AuCustomerDeposit', 'PaymentCard'],
  UK: ['UkBankAccount', 'PaymentCard'],
}

const portalMethods: PortalPaymentMethod[] = ['BankAccount', 'PaymentCard']

/** The default policies of a region's schools. */
export function usualPolicies(region: Region) {
  return {
    bpayBillerCode: null as string | null,
    absorbCardSurcharge: 'None' as const,
    allowedRegionalMethods: regionalMethods[region],
    allowedPortalMethods: portalMethods,
    showsDirectDebitAuthorisation: true,
    requiresManualReview: false,
    allowsFeeVarianceUpdates: region === 'AU',
    allowsOutstandingFeeUpdates: region === 'AU',
    showsBreakdown: true,
    onlyLongestPlans: false,
    renewalOpensDays: 75 as number | null,
    renewsOnLastFees: false,
    dishonourFee: 0 as number | string,
  }
}
