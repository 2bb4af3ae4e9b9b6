import { useId } from 'react'
import { formatDateCompact } from '#domain/calendar/calendar.ts'
import { type Cents } from '#domain/money.ts'
import { whyNotSkipWords } from '#domain/plan/changes/skip-rules.ts'
import { skipOutcomes, type SkipOutcome } from '#domain/plan/changes/skip.ts'
import { ChoiceCard } from '../../../ui/choice/choice-card.tsx'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { Swap } from '../../../ui/swap/swap.tsx'
import type { Outcome, SkipFacts, WorkedOut } from './skip-facts.ts'
import { atEndHint, shortDay } from './skip-words.ts'
import { moneyOf } from '../words.ts'
import '../picks.css'

const names: Record<SkipOutcome, string> = { Spread: 'Spread over the rest', AtEnd: 'Add at the end' }

type OutcomeCardsProps = {
  facts: SkipFacts
  /** Undefined while no payment is chosen. */
  outcomes: Record<SkipOutcome, Outcome> | undefined
  picked: SkipOutcome
  amount: Cents
  onPick: (outcome: SkipOutcome) => void
}

export function OutcomeCards({ facts, outcomes, picked, amount, onPick }: OutcomeCardsProps) {
  const id = useId()
  return (
    <section className="card stack" aria-labelledby={id}>
      <h2 id={id}>
        {outcomes
          ? `What happens to the ${moneyOf(amount, facts.region)}`
          : 'What happens to the skipped amount'}
      </h2>
      <fieldset>
        <legend className="sr">What happens to the skipped amount</legend>
        <div className="picks skipping__outcomes">
          {skipOutcomes.map((outcome) => (
            <OutcomeCard
              key={outcome}
              facts={facts}
              outcome={outcome}
              found={outcomes?.[outcome]}
              isPicked={picked === outcome}
              onPick={onPick}
            />
          ))}
        </div>
      </fieldset>
    </section>
  )
}

type OutcomeCardProps = Pick<OutcomeCardsProps, 'facts' | 'onPick'> & {
  outcome: SkipOutcome
  found: Outcome | undefined
  isPicked: boolean
}

function OutcomeCard({ facts, outcome, found, isPicked, onPick }: OutcomeCardProps) {
  const id = useId()
  const isPossible = found === undefined || 'rest' in found
  const worked = found && 'rest' in found ? { ...found, outcome } : undefined
  return (
    <div className="pick">
      <ChoiceCard
        label={names[outcome]}
        hint={hintOf(facts, outcome, found)}
        isChosen={isPicked && isPossible}
        input={{
          type: 'radio',
          name: 'outcome',
          disabled: !isPossible,
          'aria-describedby': worked && id,
          onChange: () => onPick(outcome),
        }}
        foot={
          worked && (
            <div className="pick__body" id={id}>
              <OutcomeFacts facts={facts} worked={worked} />
            </div>
          )
        }
      />
    </div>
  )
}

function hintOf(facts: SkipFacts, outcome: SkipOutcome, found: Outcome | undefined): string {
  if (found && 'whyNot' in found) return whyNotSkipWords[found.whyNot]
  if (outcome === 'Spread') return 'The plan ends when it does now'
  return found ? atEndHint(facts, { ...found, outcome }) : 'The payments follow after the last one'
}

function OutcomeFacts({ facts, worked }: { facts: SkipFacts; worked: WorkedOut }) {
  const { region } = facts
  const { each, last, isEven, lastOn } = worked.details
  const more = (of: typeof each) => `${moneyOf(of.after - of.before, region)} more`
  const isSpread = worked.outcome === 'Spread'
  const hasOwnLast = isSpread && (isEven ? last.after !== each.after : more(last) !== more(each))
  return (
    <dl className="dl">
      <Fact name="Each payment">
        {isEven || !isSpread ? (
          <Swap before={moneyOf(each.before, region)} after={moneyOf(each.after, region)} />
        ) : (
          more(each)
        )}
      </Fact>
      {hasOwnLast && <Fact name="The last one">{isEven ? moneyOf(last.after, region) : more(last)}</Fact>}
      <Fact name="Last payment">
        {lastOn.before === lastOn.after ? (
          formatDateCompact(lastOn.after)
        ) : (
          <Swap before={shortDay(lastOn.before, lastOn.after)} after={formatDateCompact(lastOn.after)} />
        )}
      </Fact>
    </dl>
  )
}
