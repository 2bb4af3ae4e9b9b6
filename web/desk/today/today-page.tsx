import { useState } from 'react'
import { useLocation } from 'wouter'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { refresh, useRead } from '../foundation/read.ts'
import { useLiveChanges } from '../foundation/live.ts'
import { useMay } from '../foundation/session.ts'
import { useShortcuts, stepKeys } from '../foundation/shortcuts.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Page } from '../ui/page/page.tsx'
import { useCurrentRow } from './current-row.ts'
import { SystemStatusCard } from './system-status-card.tsx'
import { keyOf, pathOf } from './kind-looks.ts'
import { PeekCard } from './peek-card.tsx'
import { QueueFilters } from './queue-filters.tsx'
import { PeekBones, QueueBones, QueueList } from './queue-list.tsx'
import { Lead, Nothing, Stale } from './queue-states.tsx'
import { noFilter, shownSteps, useTodayFilter } from './today-filter.ts'
import { useTake } from '../foundation/use-take.ts'

export function TodayPage() {
  const [filter, setFilter] = useTodayFilter()
  const { shown, ...wanted } = filter
  const query = useRead(
    'GET /api/staff/queue',
    { query: { ...wanted, limit: String(shown) } },
    { keepsPrevious: true },
  )
  // A filter that cannot be read leaves the last list where it is.
  const [last, setLast] = useState(query.data)
  if (query.data && query.data !== last) setLast(query.data)
  const queue = query.data ?? last
  useLiveChanges(() => void refresh('GET /api/staff/queue', 'GET /api/staff/queue/item'))
  const { current, setCurrent, move } = useCurrentRow(queue?.items ?? [])
  const taking = useTake()
  const [, navigate] = useLocation()
  const path = current ? pathOf(current) : null
  useShortcuts([
    ...stepKeys('row', move),
    {
      keys: 'enter',
      label: 'Open the row',
      run: () => path !== null && navigate(path),
      isOff: path === null,
    },
    { keys: 't', label: 'Take or release', run: () => current && taking.take(current) },
    { keys: '/', label: 'Filter', run: focusFilter },
  ])
  const isOperations = useMay('operations')
  const isFailed = query.error !== null
  return (
    <Page title="Today" crumbs={[{ name: 'Today' }]} lead={<Lead queue={queue} isFailed={isFailed} />}>
      <QueueFilters
        filter={filter}
        onChange={setFilter}
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
        <Alert variant="warning" title="You did not get this item." onDismiss={taking.forget}>
          {taking.failure}
        </Alert>
      )}
      <div className="duo">
        {!queue && !isFailed && <QueueBones />}
        {!queue && isFailed && <span />}
        {queue && queue.items.length === 0 && <Nothing filter={filter} onAll={() => setFilter(noFilter)} />}
        {queue && queue.items.length > 0 && (
          <QueueList
            queue={queue}
            current={current && keyOf(current)}
            onCurrent={setCurrent}
            isBusy={query.isFetching && query.isPlaceholderData}
            onMore={() => setFilter({ shown: shownSteps.find((step) => step > shown) ?? shown })}
          />
        )}
        <aside className="pile duo__aside--stick" aria-label="Details">
          {!queue && !isFailed && <PeekBones />}
          {current && !isFailed && (
            <PeekCard item={current} isBusy={taking.isBusy} onTake={() => taking.take(current)} />
          )}
          {isOperations && <SystemStatusCard />}
        </aside>
      </div>
      {taking.asked && (
        <Dialog
          title={`${taking.asked.name} has this`}
          onClose={taking.cancel}
          foot={<Button onClick={taking.takeOver}>Take over</Button>}
        >
          <p>
            “{taking.asked.item.title}” is {taking.asked.name}’s. If you take over, they see that it is yours.
            Their work is not lost, but talk to them first.
          </p>
        </Dialog>
      )}
    </Page>
  )
}

const focusFilter = () => document.querySelector<HTMLElement>('.chip[aria-pressed="true"]')?.focus()
