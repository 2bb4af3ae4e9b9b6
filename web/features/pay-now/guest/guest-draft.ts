import { formatCurrency, parseAmount, toDecimal, type Cents } from '#domain/money.ts'
import { guestPaymentMinCents, mostPayable, type AmountChangeReason } from '#domain/pay-now.ts'
import type { Region } from '#domain/region.ts'
import type { PaymentInput } from '../payer.ts'

/** The first step as it was filled in. */
export type GuestDraft = {
  pays: 'total' | 'different'
  /** As typed, for a different amount. */
  amount: string
  reason: AmountChangeReason | null
  description: string
}

export const freshGuestDraft: GuestDraft = { pays: 'total', amount: '', reason: null, description: '' }

export type RequestFacts = { amountDue: Cents; schoolId: string; region: Region }

/** The payment order of a draft, or a sentence about the missing part. */
export function readInput(draft: GuestDraft, request: RequestFacts): PaymentInput | string {
  const { amountDue, schoolId, region } = request
  if (draft.pays === 'total') {
    if (amountDue === 0) return 'Nothing is due at the moment. You can still pay a different amount.'
    return tooLittle(amountDue, region) ?? { amount: amountDue, schoolId, reason: null, description: null }
  }
  const amount = parseAmount(draft.amount.replace(/\.$/, ''))
  if (amount === undefined) return 'Enter the amount that you would like to pay.'
  const wrong = tooLittle(amount, region) ?? tooMuch(amount, request)
  if (wrong) return wrong
  if (draft.reason === null) return 'Choose a reason for paying a different amount.'
  const description = draft.reason === 'Other' ? oneLine(draft.description) : null
  if (description === '') return 'Tell us the reason in a few words.'
  return { amount, schoolId, reason: draft.reason, description }
}

function tooLittle(amount: Cents, region: Region): string | undefined {
  if (amount >= guestPaymentMinCents) return undefined
  return `The smallest amount that can be paid here is ${formatCurrency(toDecimal(guestPaymentMinCents), region)}.`
}

function tooMuch(amount: Cents, { amountDue, region }: RequestFacts): string | undefined {
  const most = mostPayable(amountDue)
  if (amount <= most) return undefined
  return `The largest amount that can be paid here at once is ${formatCurrency(toDecimal(most), region)}.`
}

/** However many lines it was typed in. */
function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}
