import type { QueueItem, StaffQueue } from '#contract/staff-queue.ts'
import { queueGroups, type QueueGroup } from '#domain/staff-queue.ts'
import { Button } from '../../ui/button/button.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useNow } from '../foundation/clock.ts'
import { usePerson } from '../foundation/session.ts'
import { keyOf } from './kind-looks.ts'
import { shownSteps } from './today-filter.ts'
import { QueueRow } from './queue-row.tsx'
import '../../ui/card/card.css'
import '../ui/table/table.css'
import './queue.css'

const groupTexts: Record<QueueGroup, [name: string, about: string]> = {
  DoFirst: ['Do first', 'Overdue, or money goes wrong until someone acts'],
  Today: ['Today', 'Due today'],
  CanWait: ['Can wait', 'No effect on money until then'],
}

type QueueListProps = {
  queue: StaffQueue
  current: string | undefined
  onCurrent: (item: QueueItem) => void
  isBusy: boolean
  onMore: () => void
}

export function QueueList({ queue, current, onCurrent, isBusy, onMore }: QueueListProps) {
  const now = useNow()
  const { id: myId } = usePerson()
  const { items, total, groups } = queue
  const left = total - items.length
  const nextStep = shownSteps.find((step) => step > items.length)
  const next = nextStep === undefined ? 0 : Math.min(left, nextStep - items.length)
  return (
    <section className="card card--flush queue" aria-label="Waiting for a decision" aria-busy={isBusy}>
      {queueGroups.map((group) => {
        const rows = items.filter((item) => item.group === group)
        const [name, about] = groupTexts[group]
        if (rows.length === 0) return null
        return (
          <div key={group} className="queue__part">
            <div className="queue__group">
              <h2>{name}</h2>
              <span>{groups[group]}</span>
              <span className="end hide-narrow">{about}</span>
            </div>
            {rows.map((item) => (
              <QueueRow
                key={keyOf(item)}
                item={item}
                isCurrent={keyOf(item) === current}
                now={now}
                myId={myId}
                onCurrent={onCurrent}
              />
            ))}
          </div>
        )
      })}
      {left > 0 && (
        <div className="tablefoot">
          <span>
            Showing {items.length} of {total.toLocaleString('en-AU')}
          </span>
          {next > 0 ? (
            <Button size="small" look="secondary" onClick={onMore}>
              {next === left ? `Show the other ${left}` : `Show ${next} more`}
            </Button>
          ) : (
            <span>Use the filters to see the rest.</span>
          )}
        </div>
      )}
    </section>
  )
}

export function PeekBones() {
  return (
    <Skeleton label="">
      <div className="card hide-narrow">
        <Bone width="100%" height={230} />
      </div>
    </Skeleton>
  )
}

export function QueueBones() {
  return (
    <Skeleton label="Loading the list">
      <div className="card card--flush queue">
        {Array.from({ length: 11 }, (_, index) => (
          <div className="qrow" key={index}>
            <Bone width="32px" height={32} />
            <span className="qrow__text qrow__text--bones">
              <Bone width="46%" />
              <Bone width="62%" height={10} />
            </span>
            <Bone width="72px" />
            <Bone width="92px" />
            <Bone width="32px" />
            <Bone width="80px" />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}
