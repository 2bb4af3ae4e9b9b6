import type { StaffQueue } from '#contract/staff-queue.ts'
import { ApiError } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/empty/empty.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { SuccessArt } from '../../ui/spot-art/success.tsx'
import { timeOf } from '../foundation/days.ts'
import { leadText } from './lead-text.ts'
import { noFilter, type TodayFilter } from './today-filter.ts'
import '../../ui/card/card.css'

/** What waits and what was done, in a sentence. */
export function Lead({ queue, isFailed }: { queue: StaffQueue | undefined; isFailed: boolean }) {
  if (isFailed) return 'Could not be loaded.'
  if (queue) return leadText(queue)
  return (
    <Skeleton label="">
      <Bone width="420px" top={3} />
    </Skeleton>
  )
}

/** The last list stays, and says how old it is. */
export function Stale({
  error,
  queue,
  isBusy,
  onRetry,
}: {
  error: Error
  queue: StaffQueue | undefined
  isBusy: boolean
  onRetry: () => void
}) {
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <Alert
      variant="error"
      title="The list could not be loaded."
      action={
        <Button size="small" look="secondary" onClick={onRetry} isBusy={isBusy}>
          Try again
        </Button>
      }
    >
      Nothing was changed.{' '}
      {queue && `The list from ${timeOf(queue.at)} is shown below and may be out of date.`}
      {requestId && ` Request ${requestId}.`}
    </Alert>
  )
}

export function Nothing({ filter, onAll }: { filter: TodayFilter; onAll: () => void }) {
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(noFilter)
  return (
    <section className="card" aria-label="Waiting for a decision">
      {isFiltered ? (
        <Empty
          art={SuccessArt}
          title="Nothing here"
          action={
            <Button look="secondary" onClick={onAll}>
              Show everything
            </Button>
          }
        >
          No items match this filter.
        </Empty>
      ) : (
        <Empty art={SuccessArt} title="All done">
          Nothing to decide right now. New items appear here automatically.
        </Empty>
      )}
    </section>
  )
}
