import type { PaymentMethods } from '#contract/plan-changes.ts'
import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney } from '../../../ui/money/money.tsx'

type Method = PaymentMethods['methods'][number]

/** The cost of the payment with a method. */
export function costWords({ surcharge, total }: Pick<Method, 'surcharge' | 'total'>, region: Region): string {
  return surcharge > 0
    ? `${formatMoney(total, region)} in all, with a surcharge of ${formatMoney(surcharge, region)}`
    : 'No surcharge'
}

/** "Only this payment. The rest of your plan stays with bank account ending 6789." */
export function onlyThisWords(usual: string | undefined): string {
  return usual === undefined
    ? 'Only this payment.'
    : `Only this payment. The rest of your plan stays with ${withinSentence(usual)}.`
}

export const whyNotWords: Record<NonNullable<PaymentMethods['whyNot']>, { title: string; text: string }> = {
  TooLate: {
    title: 'This payment is being prepared',
    text: 'It is too late to take it from another method.',
  },
  Held: {
    title: 'Your payments are on hold',
    text: 'Nothing is collected now. You can choose a method once payments go on.',
  },
  NotAllowed: {
    title: 'The method cannot be changed here',
    text: 'Please contact us, and we look at it together.',
  },
}
