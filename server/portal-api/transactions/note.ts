import { declineText, type DeclineReason } from '#domain/payments.ts'
import type { RepaymentSourceType } from '#domain/payment-methods/payment-methods.ts'
import type { PaymentKind } from '../../books/payments/payments.store.ts'

/** Why an attempt took nothing. What a guest's bank said is the guest's own business. */
export function attemptNote({
  kind,
  reason,
  methodType,
}: {
  kind: PaymentKind
  reason: DeclineReason | null
  methodType: RepaymentSourceType | null
}): string {
  const why =
    kind === 'Guest' ? "The payer's bank did not allow it." : ownReason(reason ?? 'not_accepted', methodType)
  return `${why} Nothing was taken.`
}

/** The first sentence: the rest says what to do at the moment of paying, which is over. */
function ownReason(reason: DeclineReason, methodType: RepaymentSourceType | null): string {
  if (reason === 'not_accepted') return 'It was cancelled or not accepted.'
  const text = declineText(reason, methodType)
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text
}
