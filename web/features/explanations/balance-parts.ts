import type { BalancePart } from '#contract/balance-parts.ts'
import { balancePartWords } from '#domain/balance-parts.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney } from '../../ui/money/money.tsx'

/**
 * "$859.00 for Wattle Grove College, $0.00 available to withdraw": what a balance is for. Nothing of a debt,
 * which has no parts.
 */
export function partsSentence(parts: readonly BalancePart[], region: Region): string | null {
  const held = parts.filter(({ kind }) => kind !== 'Owing')
  if (held.length === 0 || held.length < parts.length) return null
  return held.map((part) => `${formatMoney(part.amount, region)} ${balancePartWords(part)}`).join(', ')
}

/** One word beside a balance. It is a family's credit only where nothing of it is meant for anybody else. */
export function balanceState(parts: readonly BalancePart[]): 'in credit' | 'owing' | null {
  if (parts.some(({ kind }) => kind === 'Owing')) return 'owing'
  return parts.length === 1 ? 'in credit' : null
}
