import { useState } from 'react'
import { Link } from 'wouter'
import type { ReviewPage } from '#contract/staff-review-page.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Badge, type BadgeTone } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useShortcuts } from '../foundation/shortcuts.ts'
import { count, moment } from '../foundation/format.ts'
import { Kbd } from '../ui/keys/keys.tsx'
import { Page } from '../ui/page/page.tsx'
import { Checks } from './checks.tsx'
import { Comparison } from './comparison.tsx'
import { DecisionForm } from './decision-form.tsx'
import { DecisionMade } from './decision-made.tsx'
import { FamilySays } from './family-says.tsx'
import { IdentityReview } from './identity/identity-review.tsx'
import { Place } from './place.tsx'
import { Promised, TakenBy } from '../ui/due/promised.tsx'
import { kindNames } from './review-names.ts'
import { ReviewFiles } from './review-files.tsx'
import { useGoOn } from './use-go-on.ts'
import { useDecision, type Decision } from './use-decision.ts'
import { useQueueItem } from './use-queue-item.ts'
import './reviews.css'

const statusBadges: Record<ReviewPage['status'], { tone: BadgeTone; text: string }> = {
  Open: { tone: 'caution', text: 'In review' },
  Approved: { tone: 'success', text: 'Approved' },
  Declined: { tone: 'error', text: 'Declined' },
}

/** A question with everything that is needed to decide it; once it is decided, what was decided. */
export function ReviewScreen({ review }: { review: ReviewPage }) {
  const names = kindNames[review.kind]
  const { goOn, goTo } = useGoOn('/reviews', review.place)
  const [wasOpen] = useState(review.status === 'Open')
  const decision = useDecision(review, goOn)
  const isOpen = review.status === 'Open'
  const item = useQueueItem({ kind: review.kind, id: review.id, isOpen })
  const promise = item && <Promised item={item} />
  const isTaken = wasOpen && !isOpen && !decision.isDone
  useShortcuts([{ keys: 'n', label: `Next ${names.one}`, run: goOn }])
  const status = statusBadges[review.status]
  const lead = [
    review.shortId,
    review.schoolName,
    review.kind === 'Plan' && count(review.studentCount, 'student'),
    `${isOpen ? 'waiting since' : 'waited since'} ${moment(review.since, review.region)}`,
  ]
  return (
    <Page
      title={review.title}
      crumbs={[
        { name: 'Today', href: '/' },
        { name: names.many },
        { name: review.kind === 'Identity' ? review.title : `${review.familyName} family` },
      ]}
      badges={
        <>
          {review.about !== null && (
            <Badge tone="info" isPlain>
              {review.about}
            </Badge>
          )}
          <Badge tone={status.tone}>{status.text}</Badge>
          {item && <TakenBy item={item} />}
        </>
      }
      lead={
        <span className="num">
          <Link href={`/families/${review.accountId}`}>{lead[0]}</Link> ·{' '}
          {lead.slice(1).filter(Boolean).join(' · ')}
        </span>
      }
      actions={<Place review={review} onGo={goTo} />}
    >
      {isTaken && <Taken review={review} decision={decision} onNext={goOn} nextName={names.one} />}
      {review.kind === 'Identity' ? (
        <IdentityReview review={review} decision={decision} onSkip={goOn} promise={promise} />
      ) : (
        <div className="duo review-duo">
          <div className="pile">
            <FamilySays review={review} />
            {review.kind === 'Invoice' && <ReviewFiles review={review} />}
            {review.kind === 'FeeChange' && isOpen && <ByHand accountId={review.accountId} />}
            {review.compared && <Comparison compared={review.compared} />}
          </div>
          <aside className="pile duo__aside--stick" aria-label="Decision">
            {isOpen ? (
              <DecisionForm review={review} decision={decision} onSkip={goOn} promise={promise} />
            ) : (
              <DecisionMade review={review} />
            )}
            <Checks checks={review.checks} />
          </aside>
        </div>
      )}
    </Page>
  )
}

function ByHand({ accountId }: { accountId: string }) {
  return (
    <Alert
      variant="info"
      title="Settle manually first"
      action={<Link href={`/families/${accountId}/plan`}>Open the plan of the family</Link>}
    >
      Change the plan, ask the family for the difference, or leave the plan as it is. Then record your
      decision here.
    </Alert>
  )
}

type TakenProps = { review: ReviewPage; decision: Decision; onNext: () => void; nextName: string }

function Taken({ review, decision: own, onNext, nextName }: TakenProps) {
  const { decision, status, region } = review
  if (!decision) return null
  const written = [own.reason, ...Object.values(own.typed)].filter((text) => text.trim() !== '')
  const verb = status === 'Approved' ? 'approved' : 'declined'
  return (
    <Alert
      variant="warning"
      title={`${decision.by ?? 'The family or a job'} ${verb} this on ${moment(decision.at, region)}, while you were viewing it.`}
      action={
        <Button look="secondary" size="small" onClick={onNext}>
          Next {nextName} <Kbd>N</Kbd>
        </Button>
      }
    >
      Your decision was not saved. The family is notified that it is {verb}.
      {written.length > 0 && ` You wrote: ${written.map((text) => `“${text}”`).join(', ')}.`}
    </Alert>
  )
}
