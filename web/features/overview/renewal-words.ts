import type { PlanOfAYear } from '#contract/overview.ts'
import { formatDate, formatDateWithDay } from '#domain/calendar/calendar.ts'
import { formatCurrency } from '#domain/money.ts'
import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'

export type Renewal = NonNullable<PlanOfAYear['renewal']>

/** "$360.20 fortnightly" */
function terms({ amount, period }: { amount: number; period: Renewal['period'] }, region: Region): string {
  return `${formatCurrency(amount, region)} ${frequencyWord(period).toLowerCase()}`
}

/** What the family should know of a plan that starts by itself. */
export function renewalFacts(renewal: Renewal, region: Region): { label: string; value: string }[] {
  const { previous, firstPaymentOn, paymentCount, editableUntil } = renewal
  return [
    { label: 'Each payment', value: terms(renewal, region) },
    ...(previous ? [{ label: 'Until now', value: terms(previous, region) }] : []),
    ...(firstPaymentOn ? [{ label: 'First payment', value: formatDate(firstPaymentOn) }] : []),
    { label: 'Payments', value: String(paymentCount) },
    { label: 'Payment method', value: methodName(renewal) },
    ...(editableUntil ? [{ label: 'Last day to edit', value: formatDate(editableUntil) }] : []),
  ]
}

function methodName({ method }: Renewal): string {
  if (!method) return 'None yet'
  return method.trouble === null ? method.displayName : `${method.displayName}, not usable`
}

/** A plan that nobody answers begins, unless nothing can be taken for it. */
export function reviewSentence(renewal: Renewal): string {
  const trouble = problemSentence(renewal)
  const start = renewal.firstPaymentOn && formatDateWithDay(renewal.firstPaymentOn)
  if (trouble) return `${trouble} Without one the plan does not start on ${start}.`
  return renewal.editableUntil
    ? `This plan starts on ${start} unless you change it.`
    : `This plan starts on ${start}. It can no longer be edited.`
}

/** The reason why nothing could be collected; undefined if there is none. */
export function problemSentence({ method }: Renewal): string | undefined {
  if (!method) return 'This plan needs a payment method.'
  const name = withinSentence(method.displayName)
  switch (method.trouble) {
    case null:
    case 'CardExpiring':
      return undefined
    case 'CardExpired':
      return method.lastDay
        ? `This plan needs a payment method: your ${name} is valid until ${formatDate(method.lastDay)}.`
        : `This plan needs a payment method: your ${name} has expired.`
    case 'MandateEnded':
      return `This plan needs a payment method: your bank has ended the direct debit of your ${name}.`
    case 'Refused':
      return `This plan needs a payment method: your ${name} cannot be used any more.`
  }
}
