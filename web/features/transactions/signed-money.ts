import type { Region } from '#domain/region.ts'
import { formatMoney } from '../../ui/money/money.tsx'

/** Money in has a plus sign, money out a typographic minus. */
export function signedMoney(amount: number, region: Region): string {
  return `${amount > 0 ? '+' : ''}${formatMoney(amount, region)}`
}
