import { Link } from 'wouter'
import type { Explanation } from '#contract/explanations.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { ChevronDownIcon } from '../../ui/icon/chevron-down.tsx'
import { formatMoney } from '../../ui/money/money.tsx'

type Group = Explanation['groups'][number]
type Line = Group['lines'][number]

type ExplainedGroupProps = {
  group: Group
  region: Region
  isOpen: boolean
  /** What is left beyond the lines shown. */
  rest: 'earlier' | 'later'
  onLeave: () => void
}

/** A single line without a link is shown directly; everything else can be expanded. */
export function ExplainedGroup({ group, region, isOpen, rest, onLeave }: ExplainedGroupProps) {
  const [only] = group.lines
  if (only && group.count === 1 && only.transactionId === null) {
    return (
      <div className="explanation__row explanation__single">
        <span>
          {group.sentence}
          <small>{[only.date && formatDate(only.date), only.sentence].filter(Boolean).join(' · ')}</small>
        </span>
        <span className="num">{formatMoney(group.amount, region)}</span>
      </div>
    )
  }
  return (
    <details className="explanation__group" open={isOpen}>
      <summary className="explanation__row">
        <ChevronDownIcon size="small" />
        <span>{group.sentence}</span>
        <span className="num">{formatMoney(group.amount, region)}</span>
      </summary>
      <ul className="explanation__lines">
        {group.lines.map((line) => (
          <li className="explanation__row" key={`${line.transactionId} ${line.date} ${line.sentence}`}>
            <LineText line={line} onLeave={onLeave} />
            <span className="num">{formatMoney(line.amount, region)}</span>
          </li>
        ))}
        {group.earlier && (
          <li className="explanation__row explanation__rest">
            <span>
              and {group.earlier.count.toLocaleString('en-AU')} {rest}
            </span>
            <span className="num">{formatMoney(group.earlier.amount, region)}</span>
          </li>
        )}
      </ul>
    </details>
  )
}

function LineText({ line, onLeave }: { line: Line; onLeave: () => void }) {
  const { date, sentence, transactionId } = line
  return (
    <span>
      {transactionId === null ? (
        sentence
      ) : (
        <Link href={`/transactions?transaction=${transactionId}`} onClick={onLeave}>
          {sentence}
        </Link>
      )}
      {date && <small>{formatDate(date)}</small>}
    </span>
  )
}
