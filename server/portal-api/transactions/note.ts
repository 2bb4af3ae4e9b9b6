import { declineText, type DeclineReason, type PaymentKind } from '#domain/payments.ts'
import type { RepaymentSourceType } from '#domain/payment-methods/payment-methods.ts'

/** The reason why an attempt failed. A guest's decline reason is private and not shown. */
export function attemptNote({
  kind,
  reason,
  methodType,
}: {
  kind: PaymentKind
  reason: DeclineReason | null
  methodType: RepaymentSourceType | null
}): string {
  const reasonText =
    kind === 'Guest' ? "The payer's bank did not allow it." : ownReason(reason ?? 'not_accepted', methodType)
  return `${reasonText} Nothing was taken.`
}

/** The first sentence only: the others advise what to do while paying, which is over. */
function ownReason(reason: DeclineReason, methodType: RepaymentSourceType | null): string {
  if (reason === 'not_accepted') return 'It was cancelled or not accepted.'
  const text = declineText(reason, methodType)
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text
}
