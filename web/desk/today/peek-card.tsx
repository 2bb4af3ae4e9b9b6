import type { QueueItem, QueuePeek } from '#contract/staff-queue.ts'
import { Link } from 'wouter'
import { Badge, type BadgeTone } from '../../ui/badge/badge.tsx'
import { Button, buttonClass } from '../../ui/button/button.tsx'
import { isNotFound } from '../foundation/failure.ts'
import { useRead } from '../foundation/read.ts'
import { Facts } from '../ui/facts/facts.tsx'
import { moment } from '../foundation/format.ts'
import { Kbd } from '../ui/keys/keys.tsx'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { usePerson } from '../foundation/session.ts'
import { keyOf, pathOf } from './kind-looks.ts'
import '../../ui/card/card.css'
import '../ui/quote/quote.css'

const statuses: Record<NonNullable<QueuePeek['status']>, [BadgeTone, string]> = {
  Overdue: ['error', 'Overdue'],
  OnHold: ['info', 'On hold'],
  Closed: ['neutral', 'Closed'],
}

type PeekCardProps = { item: QueueItem; isBusy: boolean; onTake: () => void }

/** What to know about the current row before it is opened. */
export function PeekCard({ item, isBusy, onTake }: PeekCardProps) {
  const { kind, id } = item
  const peek = useRead('GET /api/staff/queue/item', { query: { kind, id } })
  const { id: myId } = usePerson()
  const path = pathOf(item)
  const status = peek.data?.status && statuses[peek.data.status]
  return (
    <section className="card hide-narrow" aria-labelledby="peek">
      <div className="card__head">
        <h2 id="peek">{item.who ?? item.title}</h2>
        {status && <Badge tone={status[0]}>{status[1]}</Badge>}
      </div>
      {isNotFound(peek.error) ? (
        <p className="muted">Someone has just settled this. It will leave the list in a moment.</p>
      ) : (
        <Loaded key={keyOf(item)} query={peek} label="Loading the details">
          {({ facts, lastWords }) => (
            <>
              <Facts facts={facts.map(({ label, value }) => [label, value] as const)} />
              {lastWords && (
                <p className="quote peek__words">
                  {lastWords.by} wrote in chat, {moment(lastWords.at, item.region ?? 'AU')}: “{lastWords.text}
                  ”
                </p>
              )}
            </>
          )}
        </Loaded>
      )}
      <div className="row peek__acts">
        {path !== null && (
          <Link className={buttonClass({})} href={path}>
            Open <Kbd>Enter</Kbd>
          </Link>
        )}
        <Button look="secondary" onClick={onTake} isBusy={isBusy}>
          {takeLabel(item, myId)} <Kbd>T</Kbd>
        </Button>
      </div>
    </section>
  )
}

function takeLabel({ takenBy }: QueueItem, myId: string): string {
  if (!takenBy) return 'Take'
  return takenBy.staffId === myId ? 'Release' : 'Take over'
}
