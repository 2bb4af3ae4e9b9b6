import type { QueueItem } from '#contract/staff-queue.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { LinkButton } from '../../../ui/button/button.tsx'
import { useNow } from '../../foundation/clock.ts'
import { usePerson } from '../../foundation/session.ts'
import { useShortcuts } from '../../foundation/shortcuts.ts'
import { dueText } from '../../foundation/due-text.ts'
import { useTake } from '../../foundation/use-take.ts'
import { Due } from './due.tsx'

/** By when it was promised to be decided. */
export function Promised({ item }: { item: QueueItem }) {
  const { state, text } = dueText(item, useNow())
  return <Due state={state}>{text.startsWith('By ') ? `Promised b${text.slice(1)}` : text}</Due>
}

/** Who has it; nobody's is taken here. Somebody else's is left to them, and can still be decided. */
export function TakenBy({ item }: { item: QueueItem }) {
  const { id } = usePerson()
  const { take, isBusy } = useTake()
  const { takenBy } = item
  useShortcuts([{ keys: 't', label: 'Take', run: () => take(item), isOff: takenBy !== null }])
  if (takenBy === null)
    return (
      <LinkButton isBusy={isBusy} onClick={() => take(item)}>
        Take
      </LinkButton>
    )
  return (
    <Badge tone={takenBy.staffId === id ? 'brand' : 'warning'} isPlain>
      {`Taken by ${takenBy.staffId === id ? 'you' : takenBy.name}`}
    </Badge>
  )
}
