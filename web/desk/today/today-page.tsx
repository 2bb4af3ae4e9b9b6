import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { QueueItem, StaffQueue } from '#contract/staff-queue.ts'
import { ApiError } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/empty/empty.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { SuccessArt } from '../../ui/spot-art/success.tsx'
import { refresh, useRead } from '../api/read.ts'
import { useLiveChanges } from '../app/live.ts'
import { useMay } from '../app/session.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Page } from '../ui/page/page.tsx'
import { HouseCard } from './house-card.tsx'
import { keyOf, pathOf } from './kind-looks.ts'
import { leadText } from './lead-text.ts'
import { PeekCard } from './peek-card.tsx'
import { QueueFilters } from './queue-filters.tsx'
import { mostItems, QueueBones, QueueList } from './queue-list.tsx'
import { keepRow, lastRow, useTodayFilter, type TodayFilter } from './today-filter.ts'
import { useTake } from './use-take.ts'

const firstItems = 50

export function TodayPage() {
  const [filter, setFilter] = useTodayFilter()
  const [limit, setLimit] = useState(firstItems)
  const query = useRead(
    'GET /api/staff/queue',
    { query: { ...filter, limit: String(limit) } },
    { keepsPrevious: true },
  )
  // A filter that cannot be read leaves the last list where it is.
  const last = useRef<StaffQueue>(undefined)
  if (query.data) last.current = query.data
  const queue = query.data ?? last.current
  useLiveChanges(() => void refresh('GET /api/staff/queue', 'GET /api/staff/queue/item'))
  const { current, setCurrent, move } = useCurrentRow(queue?.items ?? [])
  const taking = useTake()
  const [, navigate] = useLocation()
  const path = current ? pathOf(current) : null
  useShortcuts([
    { keys: 'j', label: 'Next row', run: () => move(1) },
    { keys: 'k', label: 'Row before', run: () => move(-1) },
    {
      keys: 'enter',
      label: 'Open the row',
      run: () => path !== null && navigate(path),
      isOff: path === null,
    },
    { keys: 't', label: 'Take it, or give it back', run: () => current && taking.take(current) },
    { keys: '/', label: 'Filter', run: focusFilter },
  ])
  const isOperations = useMay('operations')
  const isFailed = query.error !== null
  const change = (changed: Partial<TodayFilter>) => {
    setLimit(firstItems)
    setFilter(changed)
  }
  return (
    <Page title="Today" crumbs={[{ name: 'Today' }]} lead={<Lead queue={queue} isFailed={isFailed} />}>
      <QueueFilters
        filter={filter}
        onChange={change}
        queue={isFailed ? undefined : queue}
        schools={queue?.schools ?? []}
      />
      {isFailed && (
        <Stale
          error={query.error}
          queue={queue}
          isBusy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {taking.failure !== undefined && (
        <Alert variant="warning" title="It was not taken." onDismiss={taking.forget}>
          {taking.failure}
        </Alert>
      )}
      <div className="duo">
        {!queue && !isFailed && <QueueBones />}
        {!queue && isFailed && <span />}
        {queue && queue.items.length === 0 && <Nothing filter={filter} onAll={() => change(noFilter)} />}
        {queue && queue.items.length > 0 && (
          <QueueList
            queue={queue}
            current={current && keyOf(current)}
            onCurrent={setCurrent}
            isBusy={query.isFetching && query.isPlaceholderData}
            onMore={() => setLimit(limit < 200 ? 200 : mostItems)}
          />
        )}
        <aside className="pile duo__aside--stick" aria-label="Beside the list">
          {current && !isFailed && (
            <PeekCard item={current} isBusy={taking.isBusy} onTake={() => taking.take(current)} />
          )}
          {isOperations && <HouseCard />}
        </aside>
      </div>
      {taking.asked && (
        <Dialog
          title={`${taking.asked.name} has this`}
          onClose={taking.cancel}
          foot={<Button onClick={taking.takeOver}>Take it over</Button>}
        >
          <p>
            “{taking.asked.item.title}” is {taking.asked.name}’s. If you take it over, they see that it is
            yours. What they have begun is not lost, but talk to them first.
          </p>
        </Dialog>
      )}
    </Page>
  )
}

const noFilter: TodayFilter = { topic: undefined, whose: 'Everybody', region: undefined, school: undefined }

function Lead({ queue, isFailed }: { queue: StaffQueue | undefined; isFailed: boolean }) {
  if (isFailed) return 'Could not be loaded.'
  if (queue) return leadText(queue)
  return (
    <Skeleton label="">
      <Bone width="420px" top={3} />
    </Skeleton>
  )
}

function Stale({
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
  const since =
    queue && new Date(queue.at).toLocaleTimeString('en-AU', { hour: 'numeric', minute: '2-digit' })
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
      {since &&
        `The list of ${since} is shown below, and may be out of date: others may have taken things since.`}
      {requestId && ` Request ${requestId}.`}
    </Alert>
  )
}

function Nothing({ filter, onAll }: { filter: TodayFilter; onAll: () => void }) {
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(noFilter)
  return (
    <section className="card" aria-label="What waits for somebody">
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
          Nothing that fits this filter waits for anybody.
        </Empty>
      ) : (
        <Empty art={SuccessArt} title="All done">
          Nothing to decide right now. New things appear here by themselves, and a number shows on the rail.
        </Empty>
      )}
    </section>
  )
}

const focusFilter = () => document.querySelector<HTMLElement>('.chip[aria-pressed="true"]')?.focus()

const rowOf = (item: QueueItem) =>
  document.querySelector<HTMLElement>(`[data-item="${CSS.escape(keyOf(item))}"]`)

/** Which row one is at. It stays the same thing while the list moves; once that is settled, the next one is current. */
function useCurrentRow(items: readonly QueueItem[]) {
  const [key, setKey] = useState(lastRow)
  const lastIndex = useRef(0)
  const found = items.findIndex((item) => keyOf(item) === key)
  const index = found === -1 ? Math.min(lastIndex.current, items.length - 1) : found
  const current = items[Math.max(0, index)]
  useEffect(() => {
    if (found !== -1) lastIndex.current = found
  }, [found])
  const setCurrent = (item: QueueItem) => {
    setKey(keyOf(item))
    keepRow(keyOf(item))
  }
  // Whoever comes back finds the row where it was.
  const isShown = current !== undefined
  useEffect(() => {
    if (isShown && lastRow() !== undefined && current) rowOf(current)?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  const move = (by: 1 | -1) => {
    const next = items[Math.min(Math.max(index + by, 0), items.length - 1)]
    if (!next) return
    setCurrent(next)
    rowOf(next)?.focus()
  }
  return { current, setCurrent, move }
}
