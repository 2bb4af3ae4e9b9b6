import { memo } from 'react'
import type { QueueItem } from '#contract/staff-queue.ts'
import { Link } from 'wouter'
import { Due } from '../ui/due/due.tsx'
import { age, money } from '../foundation/format.ts'
import { Kind } from '../ui/kind/kind.tsx'
import { Taker } from '../ui/person/taker.tsx'
import { dueText } from '../foundation/due-text.ts'
import { kindLooks, keyOf, pathOf } from './kind-looks.ts'

type QueueRowProps = {
  item: QueueItem
  isCurrent: boolean
  now: Date
  myId: string
  onCurrent: (item: QueueItem) => void
}

/** One thing that waits. The whole row is the link to where it is settled. With J only two of hundreds are drawn anew. */
export const QueueRow = memo(function QueueRow({ item, isCurrent, now, myId, onCurrent }: QueueRowProps) {
  const due = dueText(item, now)
  const path = pathOf(item)
  const below = [item.who, item.shortId, item.schoolName].filter(Boolean).join(' · ') || item.about
  const shown = {
    className: isCurrent ? 'qrow is-current' : 'qrow',
    'aria-current': isCurrent || undefined,
    'data-item': keyOf(item),
    onFocus: () => onCurrent(item),
  }
  const inner = (
    <>
      <Kind {...kindLooks[item.kind]} />
      <span className="qrow__text">
        <b title={item.title}>{item.title}</b>
        <small title={below}>{below}</small>
      </span>
      <span className="qrow__sum">
        {item.amount !== null && item.currency !== null && money(item.amount, item.currency)}
      </span>
      <Due state={due.state}>{due.text}</Due>
      <span className="qrow__age">
        <span className="sr">Waiting for </span>
        {age(item.since, now)}
      </span>
      <span className="qrow__who">
        <Taker takenBy={item.takenBy} myId={myId} />
      </span>
    </>
  )
  return path === null ? (
    <div {...shown}>{inner}</div>
  ) : (
    <Link {...shown} href={path}>
      {inner}
    </Link>
  )
})
