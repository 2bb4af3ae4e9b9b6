import type { Region } from '#domain/region.ts'
import { Badge } from '../badge/badge.tsx'
import { formatMoney } from '../money/money.tsx'
import type { FeeLine } from './fee-lines.ts'
import '../definition-list/definition-list.css'
import './fee-lines.css'

/** The rows of a definition list. */
export function FeeLineRows({ lines, region }: { lines: readonly FeeLine[]; region: Region }) {
  return lines.map(({ name, amount, key, isDeclared }) => (
    <div key={key}>
      <dt className={isDeclared && 'fee-line'}>
        {name}
        {isDeclared && (
          <>
            {' '}
            <Badge tone="caution" isPlain>
              Declared
            </Badge>
          </>
        )}
      </dt>
      <dd className={amount < 0 ? 'neg' : undefined}>{formatMoney(amount, region)}</dd>
    </div>
  ))
}
