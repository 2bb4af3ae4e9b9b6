import { useState, type ReactNode } from 'react'
import type { ReviewPage } from '#contract/staff-review-page.ts'
import type { IdentityReview as Identity } from '#contract/staff-reviews.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { factsToCompare, mistypedNumber, type ComparedFact, type CorrectableFact } from '#domain/reviews.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { useRead } from '../../foundation/read.ts'
import { useNow } from '../../foundation/clock.ts'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { DecisionForm } from '../decision-form.tsx'
import { DecisionMade } from '../decision-made.tsx'
import { FileOnPage } from '../review-files.tsx'
import type { Decision } from '../use-decision.ts'
import { CorrectDrawer } from './correct-drawer.tsx'
import { FactList, type Answer } from './fact-list.tsx'
import { Tries } from './tries.tsx'
import { isCorrectable, typedFacts, whyOf, type TypedFact } from './typed-facts.ts'

type Props = { review: ReviewPage; decision: Decision; onSkip: () => void; promise: ReactNode }

/** A copy beside what was typed: fact by fact the same, or not. */
export function IdentityReview({ review, decision, onSkip, promise }: Props) {
  const query = useRead('GET /api/staff/reviews/:reviewId/identity', { params: { reviewId: review.id } })
  const [file] = review.files
  return (
    <div className="duo review-duo review-duo--copy">
      <div className="pile">
        {file ? (
          <FileOnPage reviewId={review.id} file={file} title="Copy uploaded" />
        ) : (
          <Alert variant="info" title="The copy was deleted">
            Copies are deleted a few days after the decision.
          </Alert>
        )}
        {query.data && <Tries identity={query.data} region={review.region} />}
      </div>
      <aside className="pile" aria-label="Compare and decide">
        <Loaded query={query} label="Loading the entries">
          {(identity) =>
            review.status === 'Open' ? (
              <Compare
                review={review}
                identity={identity}
                decision={decision}
                onSkip={onSkip}
                promise={promise}
              />
            ) : (
              <DecisionMade review={review} />
            )
          }
        </Loaded>
      </aside>
    </div>
  )
}

function Compare({ review, identity, decision, onSkip, promise }: Props & { identity: Identity }) {
  const [answers, setAnswers] = useState<Partial<Record<ComparedFact, Answer>>>({})
  const [correcting, setCorrecting] = useState<{ fact: CorrectableFact; to: string } | null>(null)
  const today = dateIn(review.region, useNow())
  const facts = typedFacts(identity, today)
  const answer = (fact: ComparedFact, next: Answer) => setAnswers((all) => ({ ...all, [fact]: next }))
  const open = factsToCompare(identity).filter((fact) => answers[fact] === undefined)
  const differing = facts.filter(({ fact }) => answers[fact]?.isSame === false)
  const comparison = facts.flatMap(({ fact }) => {
    const given = answers[fact]
    return given ? [{ fact, isSame: given.isSame }] : []
  })
  const [first] = differing
  const obstacle =
    differing.length > 0 ? (
      <Differs differing={differing} answers={answers} onCorrect={setCorrecting} />
    ) : open.length > 0 ? (
      <Alert
        variant="info"
        title={open.length === 1 ? '1 detail still to compare' : `${open.length} details still to compare`}
      >
        {`${facts
          .filter(({ fact }) => open.includes(fact))
          .map(({ label }) => label)
          .join(', ')}.`}
      </Alert>
    ) : undefined
  return (
    <>
      <Card title="Entered by the family" aside={<span className="xs muted">Your view is recorded</span>}>
        <FactList facts={facts} answers={answers} onAnswer={answer} />
      </Card>
      <DecisionForm
        review={review}
        decision={decision}
        onSkip={onSkip}
        obstacle={obstacle}
        comparison={comparison}
        promise={promise}
        likelyWhy={whyOf(first?.fact)}
        wordsFor={(why) => wordsFor(why, differing, answers)}
      />
      {correcting && (
        <CorrectDrawer
          review={review}
          facts={facts}
          {...correcting}
          onClose={() => setCorrecting(null)}
          onDone={() => {
            answer(correcting.fact, { isSame: true, onCopy: '' })
            setCorrecting(null)
          }}
        />
      )}
    </>
  )
}

/** Of a number, its end; of anything else the words of the reason are enough. */
function wordsFor(
  why: string,
  differing: readonly TypedFact[],
  answers: Partial<Record<ComparedFact, Answer>>,
): string | undefined {
  const number = differing.find(({ fact }) => fact === 'Number' || fact === 'CardNumber')
  if (!number || why !== whyOf('Number')) return undefined
  const said = mistypedNumber(number.label.toLowerCase(), number.value, answers[number.fact]?.onCopy ?? '')
  return `${said} Please enter the number as it is on your document, and upload the copy again.`
}

function Differs({
  differing,
  answers,
  onCorrect,
}: {
  differing: readonly TypedFact[]
  answers: Partial<Record<ComparedFact, Answer>>
  onCorrect: (correction: { fact: CorrectableFact; to: string }) => void
}) {
  const [first] = differing
  if (!first) return null
  const to = answers[first.fact]?.onCopy.trim() ?? ''
  const { fact, label } = first
  const title = differing.length === 1 ? '1 detail differs' : `${differing.length} details differ`
  if (!isCorrectable(fact))
    return (
      <Alert variant="warning" title={title}>
        {fact === 'Expiry'
          ? 'A document that has expired proves nothing: decline.'
          : `Correct “${label}” in the family first, or decline.`}
      </Alert>
    )
  return (
    <Alert
      variant="warning"
      title={title}
      action={
        <Button look="secondary" size="small" disabled={to === ''} onClick={() => onCorrect({ fact, to })}>
          Correct
        </Button>
      }
    >
      {to === ''
        ? `Enter the ${label.toLowerCase()} shown on the copy and correct it, or decline.`
        : `Correct the ${label.toLowerCase()} to ${to} first, or decline.`}
    </Alert>
  )
}
