import type { RepaymentSource } from '#contract/payment-methods.ts'
import type { PaymentInput, MethodOffer } from '../payer.ts'

/** BPAY may stand among the saved methods or not; here it is a kind of its own, offered where there is a reference. */
export function withoutBpay(sources: readonly RepaymentSource[]): RepaymentSource[] {
  return sources.filter(({ type }) => type !== 'CustomerDeposit')
}

/** What can be chosen: a saved method by its id, or one of these. */
export const otherMethods = { bpay: 'bpay', wallet: 'wallet', newCard: 'new-card' } as const

/** A guest wants to pay more than is due, and that the family's own methods must not do. */
export function isOverDue({ dueAmount }: MethodOffer, { amount }: PaymentInput): boolean {
  return dueAmount !== undefined && amount > dueAmount
}

/** What is chosen before anybody chooses. A card that is over stays the default: the server says so when it is to pay. */
export function preselected(offer: MethodOffer, input: PaymentInput): string | null {
  const standard = offer.sources.find(({ isDefault }) => isDefault)
  if (standard) return isOverDue(offer, input) ? otherMethods.newCard : standard.id
  return offer.bpay ? otherMethods.bpay : null
}

/** Whether something that was chosen once can still be. */
export function isOffered(
  choice: string,
  offer: MethodOffer,
  input: PaymentInput,
  hasWallets: boolean,
): boolean {
  switch (choice) {
    case otherMethods.bpay:
      return offer.bpay !== null
    case otherMethods.wallet:
      return hasWallets
    case otherMethods.newCard:
      return true
    default:
      return !isOverDue(offer, input) && offer.sources.some(({ id }) => id === choice)
  }
}
