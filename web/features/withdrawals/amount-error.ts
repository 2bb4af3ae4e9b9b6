import { toDecimal } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import { readAmount } from '../../ui/amount-input/amount-text.ts'
import { formatMoney } from '../../ui/money/money.tsx'

/** The error of a typed amount, if any. */
export function amountError(text: string, available: number, region: Region): string | undefined {
  if (text.trim() === '') return 'Field is required'
  const amount = readAmount(text)
  if (amount === undefined) return 'Please enter an amount like 120.00.'
  if (amount === 0) return 'Please enter more than zero.'
  if (toDecimal(amount) > available) {
    return available === 0
      ? 'There is nothing to withdraw at the moment.'
      : `You can withdraw up to ${formatMoney(available, region)} at the moment.`
  }
  return undefined
}
