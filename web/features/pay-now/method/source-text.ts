import type { RepaymentSource } from '#contract/payment-methods.ts'
import { expiryText } from '#domain/payment-methods/payment-methods.ts'

/** "Amelia Hart · Expires 08/28 · 1% surcharge". `month` is the one it is now, YYYY-MM. */
export function sourceLine(source: RepaymentSource, percentage: string, month: string): string {
  const { holderName, expiryDate, isUsable } = source
  const isOver = !isUsable && expiryDate !== null && expiryDate < month
  return [
    holderName,
    expiryDate !== null && expiryText(expiryDate, isOver),
    !isUsable && !isOver && 'Can no longer be used',
    percentage !== '0%' && `${percentage} surcharge`,
  ]
    .filter(Boolean)
    .join(' · ')
}
