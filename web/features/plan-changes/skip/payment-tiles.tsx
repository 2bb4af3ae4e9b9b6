import { useId, useState, type Ref } from 'react'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import { mostToSkip } from '#domain/plan/changes/skip-rules.ts'
import { Button } from '../../../ui/button/button.tsx'
import { dayAndMonth } from '../../plan/day-words.ts'
import type { Coming } from '../plan-facts.ts'
import { canSkip, type SkipFacts } from './skip-facts.ts'
import { paymentNames } from './skip-words.ts'
import { endOf, moneyOf } from '../words.ts'

type PaymentTilesProps = {
  facts: SkipFacts
  chosen: readonly Coming[]
  onChoose: (dueOn: CalendarDate, isChosen: boolean) => void
  error: string | undefined
  ref: Ref<HTMLFieldSetElement>
}

/** Those that families skip most; the others are shown on demand. */
const shownAtFirst = 6

export function PaymentTiles({ facts, chosen, onChoose, error, ref }: PaymentTilesProps) {
  const id = useId()
  const { coming } = facts
  const most = mostToSkip(facts)
  const last = Math.max(...chosen.map((payment) => coming.indexOf(payment)), -1)
  const [isAll, setAll] = useState(last >= shownAtFirst)
  const shown = isAll ? coming : coming.slice(0, shownAtFirst)
  return (
    <section className="card stack" aria-labelledby={`${id}-title`}>
      <div className="row row--between">
        <h2 id={`${id}-title`}>Which payments</h2>
        <span className="sm muted" role="status">
          {chosen.length} of {most} chosen
        </span>
      </div>
      <fieldset ref={ref} aria-describedby={error ? `${id}-error` : `${id}-hint`}>
        <legend className="sr">Payments to skip</legend>
        <div className="months">
          {shown.map((payment) => (
            <PaymentTile
              key={payment.dueOn}
              facts={facts}
              payment={payment}
              isChosen={chosen.includes(payment)}
              isFull={chosen.length >= most}
              onChoose={onChoose}
            />
          ))}
        </div>
      </fieldset>
      {error && (
        <p id={`${id}-error`} className="field__error" role="alert">
          {error}
        </p>
      )}
      {!isAll && coming.length > shownAtFirst && (
        <div>
          <Button look="secondary" size="small" onClick={() => setAll(true)}>
            Show all {coming.length} payments
          </Button>
        </div>
      )}
      <p id={`${id}-hint`} className="sm muted">
        {hintOf(facts)}
      </p>
    </section>
  )
}

type PaymentTileProps = Pick<PaymentTilesProps, 'facts' | 'onChoose'> & {
  payment: Coming
  isChosen: boolean
  /** As many are chosen as may be. */
  isFull: boolean
}

function PaymentTile({ facts, payment, isChosen, isFull, onChoose }: PaymentTileProps) {
  const { name, day } = paymentNames(facts.coming)(payment)
  const isLate = !canSkip(facts, payment)
  const amount = isEven(facts) ? undefined : moneyOf(payment.amount, facts.region)
  return (
    <label className="month">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isLate || (isFull && !isChosen)}
        onChange={(event) => onChoose(payment.dueOn, event.currentTarget.checked)}
      />
      {name} <small>{[day, amount, isLate && 'too late to skip'].filter(Boolean).join(', ')}</small>
    </label>
  )
}

/** The last one may differ by cents. */
const isEven = ({ coming }: SkipFacts) =>
  coming.slice(0, -1).every(({ amount }) => amount === coming[0]?.amount)

/** The amount, and until when the first of them can be chosen. */
function hintOf(facts: SkipFacts): string {
  const { coming, region, calendar } = facts
  const [next] = coming
  const first = coming.find((payment) => canSkip(facts, payment))
  const last = coming.at(-1)
  const ofLast = last && last.amount !== next?.amount ? `, the last one ${moneyOf(last.amount, region)}` : ''
  const each = next && isEven(facts) ? `Each is ${moneyOf(next.amount, region)}${ofLast}.` : ''
  const late =
    next && next !== first
      ? `The payment of ${dayAndMonth(next.on)} is about to be collected, so it can no longer be skipped.`
      : ''
  const until = first
    ? `The payment of ${dayAndMonth(first.on)} can be skipped until ${endOf(changeableUntil(first.on, calendar))}.`
    : ''
  return [each, late, until].filter(Boolean).join(' ')
}
