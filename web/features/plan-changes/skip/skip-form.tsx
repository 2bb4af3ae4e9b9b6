import { useRef, useState, type FormEvent } from 'react'
import { useSearchParams } from 'wouter'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { sumOf } from '#domain/money.ts'
import { mostToSkip } from '#domain/plan/changes/skip-rules.ts'
import type { SkipOutcome } from '#domain/plan/changes/skip.ts'
import { OutcomeCards } from './outcome-cards.tsx'
import { PaymentTiles } from './payment-tiles.tsx'
import { canSkip, outcomesOf, pickedOf, type SkipFacts } from './skip-facts.ts'
import { SkipResult } from './skip-result.tsx'
import { SkipSummary } from './skip-summary.tsx'
import { useSkip } from './use-skip.ts'
import '../../../ui/card/card.css'
import '../../../ui/split/split.css'
import './skip.css'

type SkipFormProps = { accountId: string; facts: SkipFacts; onSaved: () => void }

export function SkipForm({ accountId, facts, onSaved }: SkipFormProps) {
  const [search] = useSearchParams()
  const [requested, setRequested] = useState<readonly string[]>(() => [search.get('due') ?? ''])
  const [outcome, setOutcome] = useState<SkipOutcome>('Spread')
  const [isTried, setTried] = useState(false)
  const tiles = useRef<HTMLFieldSetElement>(null)
  const { isBusy, problem, skip, forget } = useSkip(accountId, onSaved)

  // What can no longer be skipped, because time has passed or the plan has changed, is not chosen any more.
  const chosen = facts.coming
    .filter((payment) => requested.includes(payment.dueOn) && canSkip(facts, payment))
    .slice(0, mostToSkip(facts))
  const skipped = chosen.map(({ dueOn }) => dueOn)
  const outcomes = outcomesOf(facts, skipped)
  const picked = pickedOf(outcomes, outcome)

  function choose(dueOn: CalendarDate, isChosen: boolean) {
    forget()
    setRequested(isChosen ? [...skipped, dueOn] : skipped.filter((each) => each !== dueOn))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (chosen.length === 0) {
      tiles.current?.querySelector<HTMLInputElement>('input:enabled')?.focus()
      return
    }
    if (picked)
      skip({
        planId: facts.planId,
        version: facts.version,
        textVersion: facts.text.version,
        dueOn: skipped,
        outcome: picked.outcome,
      })
  }

  return (
    <form className="split" onSubmit={submit} noValidate>
      <div className="stack stack--24">
        <PaymentTiles
          facts={facts}
          chosen={chosen}
          onChoose={choose}
          ref={tiles}
          error={isTried && chosen.length === 0 ? 'Choose at least one payment.' : undefined}
        />
        <OutcomeCards
          facts={facts}
          outcomes={outcomes}
          picked={picked?.outcome ?? outcome}
          amount={sumOf(chosen)}
          onPick={(request) => {
            forget()
            setOutcome(request)
          }}
        />
        {picked && <SkipResult facts={facts} picked={picked} chosen={chosen} />}
      </div>
      <SkipSummary facts={facts} picked={picked} chosen={chosen} isBusy={isBusy} problem={problem} />
    </form>
  )
}
