import type { Explanation } from '#contract/explanations.ts'
import type { ExplainedFigure } from '#domain/explanations/explanations.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney, Money } from '../../ui/money/money.tsx'
import { ExplainedGroup } from './explained-group.tsx'

const totals: Record<ExplainedFigure, string> = {
  balance: 'Account balance',
  'available-to-withdraw': 'Available to withdraw',
  'next-payment': 'Next payment',
  'paid-so-far': 'Paid so far',
  remaining: 'Remaining',
}

const nothing: Record<ExplainedFigure, string> = {
  balance: 'Nothing has happened on this account yet.',
  'available-to-withdraw': 'Nothing has happened on this account yet.',
  'next-payment': 'Nothing is to be paid.',
  'paid-so-far': 'Nothing has been paid of this plan yet.',
  remaining: 'Nothing is left to be paid of this plan.',
}

type ExplainedSumProps = { explanation: Explanation; region: Region; onLeave: () => void }

/** An amount, its parts, and the amount again as their total. The visible parts always add up. */
export function ExplainedSum({ explanation, region, onLeave }: ExplainedSumProps) {
  const { figure, amount, sentence, groups, change } = explanation
  return (
    <div className="explanation stack">
      <p className="explanation__figure">
        <Money amount={amount} region={region} size="large" />
      </p>
      <p className="explanation__sentence">{sentence}</p>
      {groups.length === 0 ? (
        <p className="explanation__nothing">{nothing[figure]}</p>
      ) : (
        <>
          <ul className="explanation__groups">
            {groups.map((group) => (
              <li key={group.sentence}>
                <ExplainedGroup
                  group={group}
                  region={region}
                  isOpen={groups.length === 1}
                  rest={figure === 'remaining' ? 'later' : 'earlier'}
                  onLeave={onLeave}
                />
              </li>
            ))}
          </ul>
          <p className="explanation__row explanation__total">
            <span>{totals[figure]}</span>
            <span className="num">{formatMoney(amount, region)}</span>
          </p>
        </>
      )}
      {change && <Change change={change} amount={amount} region={region} />}
    </div>
  )
}

type ChangeProps = { change: NonNullable<Explanation['change']>; amount: number; region: Region }

function Change({ change, amount, region }: ChangeProps) {
  return (
    <section className="explanation__change">
      <h3>
        {formatMoney(Math.abs(change.by), region)} {change.by > 0 ? 'more' : 'less'} than the payment before
      </h3>
      <ul>
        <li className="explanation__row">
          <span>The payment before</span>
          <span className="num">{formatMoney(change.before, region)}</span>
        </li>
        {change.because.map((reason) => (
          <li className="explanation__row" key={reason.sentence}>
            <span>{reason.sentence}</span>
            <span className="num">{signed(reason.amount, region)}</span>
          </li>
        ))}
      </ul>
      <p className="explanation__row explanation__total">
        <span>Next payment</span>
        <span className="num">{formatMoney(amount, region)}</span>
      </p>
    </section>
  )
}

const signed = (amount: number, region: Region) => `${amount > 0 ? '+' : ''}${formatMoney(amount, region)}`
