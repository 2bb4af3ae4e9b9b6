import type { Account } from '#contract/accounts.ts'
import { methodsOffered, type MethodKind } from '#domain/payment-methods/payment-methods.ts'

/** What the customer of this account may add; nothing where the methods are not theirs to change. */
export function offeredMethods({ region, config, bpayInfo }: Account): MethodKind[] {
  if (!config.allowRepaymentSourceUpdates) return []
  return methodsOffered({
    region,
    regionalMethods: config.allowedRegionalPaymentMethods,
    portalMethods: config.allowedCustomerPortalRepaymentMethods,
    hasBpay: bpayInfo !== null,
  })
}
