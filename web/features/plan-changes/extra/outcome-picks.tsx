import { useId } from 'react'
import { formatDateCompact } from '#domain/calendar/calendar.ts'
import { toDecimal, type Cents } from '#domain/money.ts'
import type { ExtraOutcome } from '#domain/plan/changes/extra.ts'
import { CurveKeys } from '../../../ui/balance-chart/balance-curve.tsx'
import { ChoiceCard } from '../../../ui/choice/choice-card.tsx'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { ExtraCurve } from './extra-curve.tsx'
import type { ExtraScope, Preview } from './extra-preview.ts'
import { outcomeHints, outcomeNames } from './extra-words.ts'
import { Swap } from '../../../ui/swap/swap.tsx'
import '../picks.css'

type OutcomePicksProps = {
  scope: ExtraScope
  previews: readonly Preview[]
  value: ExtraOutcome
  disabled: boolean
  onChoose: (outcome: ExtraOutcome) => void
}

/** The outcomes side by side, each with what it makes of the plan. */
export function OutcomePicks({ scope, previews, value, disabled, onChoose }: OutcomePicksProps) {
  const name = useId()
  return (
    <>
      <fieldset>
        <legend className="sr">What the extra payment does</legend>
        <div className="picks">
          {previews.map((preview) => (
            <div className="pick" key={preview.outcome}>
              <ChoiceCard
                label={outcomeNames[preview.outcome]}
                hint={outcomeHints[preview.outcome]}
                isChosen={preview.outcome === value}
                input={{ type: 'radio', name, disabled, onChange: () => onChoose(preview.outcome) }}
                foot={<Body scope={scope} preview={preview} />}
              />
            </div>
          ))}
        </div>
      </fieldset>
      <CurveKeys is="After the extra payment" was="As it is now" />
    </>
  )
}

/** Without its year, which the day that follows names. */
const dayOf = (before: string, after: string) =>
  before === after ? formatDateCompact(before) : formatDateCompact(before).replace(/ \d{4}$/, '')

function Body({ scope: { coming, calendar, today }, preview }: { scope: ExtraScope; preview: Preview }) {
  const { each, count, lastOn, next } = preview.effect
  const money = (amount: Cents) => formatMoney(toDecimal(amount), calendar.region)
  const first = coming[0]
  return (
    <div className="pick__body">
      <ExtraCurve before={coming} after={preview.rest} countsOn={today} region={calendar.region} />
      <dl className="dl">
        <Fact name="Each payment">
          <Swap before={money(each.before)} after={money(each.after)} />
        </Fact>
        {preview.outcome === 'Next' && first && next ? (
          <Fact name="Next payment">
            <Swap before={dayOf(first.on, next.on)} after={formatDateCompact(next.on)} />
          </Fact>
        ) : (
          <Fact name="Payments left">
            {count.before === count.after ? (
              `${count.after}, unchanged`
            ) : (
              <Swap before={String(count.before)} after={String(count.after)} />
            )}
          </Fact>
        )}
        {lastOn.after !== null && (
          <Fact name="Last payment">
            <Swap before={dayOf(lastOn.before, lastOn.after)} after={formatDateCompact(lastOn.after)} />
          </Fact>
        )}
      </dl>
    </div>
  )
}
