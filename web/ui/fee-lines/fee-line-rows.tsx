import type { Region } from '#domain/region.ts'
import { formatMoney } from '../money/money.tsx'
import type { FeeLine } from './fee-lines.ts'
import '../definition-list/definition-list.css'

/** The rows of a definition list. */
export function FeeLineRows({ lines, region }: { lines: readonly FeeLine[]; region: Region }) {
  return lines.map(({ name, amount, key }) => (
    <div key={key}>
      <dt>{name}</dt>
      <dd className={amount < 0 ? 'neg' : undefined}>{formatMoney(amount, region)}</dd>
    </div>
  ))
}
