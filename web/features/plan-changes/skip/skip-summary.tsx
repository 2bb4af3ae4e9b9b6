import { useId } from 'react'
import { formatDate } from '#domain/calendar/calendar.ts'
import { cents, sumOf, toDecimal } from '#domain/money.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { Money } from '../../../ui/money/money.tsx'
import { PanelArt } from '../../../ui/panel/panel-art.tsx'
import type { Coming } from '../plan-facts.ts'
import type { SkipFacts, WorkedOut } from './skip-facts.ts'
import { grantNote, headlineOf, nextOn, skippedNames } from './skip-words.ts'
import { endOf, moneyOf, paymentsText } from '../words.ts'

type SkipSummaryProps = {
  facts: SkipFacts
  picked: WorkedOut | undefined
  chosen: readonly Coming[]
  isBusy: boolean
  problem: string | undefined
}

/** The summary of the decision, beside the form. */
export function SkipSummary({ facts, picked, chosen, isBusy, problem }: SkipSummaryProps) {
  const id = useId()
  const note = chosen.length > 0 && picked ? grantNote(facts, chosen) : undefined
  const count = paymentsText(chosen.length)
  return (
    <section className="card card--flush split__aside" aria-labelledby={id}>
      <Headline id={id} facts={facts} picked={picked} />
      <div className="skipping__decision stack stack--14">
        {picked && <Decision facts={facts} picked={picked} chosen={chosen} />}
        {note && (
          <Alert variant={note.isGranted ? 'success' : 'info'} title={note.title}>
            {note.text}
          </Alert>
        )}
        {problem && <Alert variant="error">{problem}</Alert>}
        {chosen.length > 0 && !picked && (
          <Alert variant="info">
            These payments cannot be skipped together. Please choose fewer or others.
          </Alert>
        )}
        <Button type="submit" size="large" isBlock isBusy={isBusy}>
          {!note ? 'Skip payments' : note.isGranted ? `Skip ${count}` : `Ask to skip ${count}`}
        </Button>
        {note && <p className="xs center muted">{afterwards(facts, chosen, note.isGranted)}</p>}
      </div>
    </section>
  )
}

function Headline({ id, facts, picked }: { id: string; facts: SkipFacts; picked: WorkedOut | undefined }) {
  const [next] = facts.coming
  const { eyebrow, amount, text } = picked
    ? headlineOf(facts, picked)
    : { eyebrow: 'You pay now', amount: next?.amount ?? cents(0), text: 'Choose the payments to skip.' }
  return (
    <div className="card panel skipping__panel panel--flush stack stack--6">
      <PanelArt />
      <h2 id={id} className="sm">
        {eyebrow}
      </h2>
      <p>
        <Money amount={toDecimal(amount)} region={facts.region} size="hero" />
      </p>
      <p className="muted">{text}</p>
    </div>
  )
}

function Decision({
  facts,
  picked,
  chosen,
}: Pick<SkipSummaryProps, 'facts' | 'chosen'> & { picked: WorkedOut }) {
  const { before, after } = picked.details.lastOn
  const next = nextOn(facts, picked)
  const total = sumOf(picked.rest)
  return (
    <dl className="dl">
      <Fact name="Skipped">{skippedNames(facts.coming, chosen)}</Fact>
      {next && <Fact name="Next payment">{formatDate(next)}</Fact>}
      <Fact name="Last payment">
        {before === after ? `${formatDate(after)}, unchanged` : formatDate(after)}
      </Fact>
      <Fact name="Total">{moneyOf(total, facts.region)}, unchanged</Fact>
      <Fact name="Fee or interest">{facts.text.fee}</Fact>
    </dl>
  )
}

function afterwards({ calendar }: SkipFacts, [first]: readonly Coming[], isGranted: boolean): string {
  if (!isGranted) return 'You can withdraw it until we have answered.'
  return first ? `You can undo this until ${endOf(changeableUntil(first.on, calendar))}.` : ''
}
