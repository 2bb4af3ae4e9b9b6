import type { QueueItem } from '#contract/staff-queue.ts'
import '../../../ui/avatar/avatar.css'
import './person.css'

const tints = ['gold', 'blue', 'iris', 'pink'] as const

/** The same colour for the same colleague, everywhere. */
const tintOf = (staffId: string) => tints[Number.parseInt(staffId.slice(-2), 16) % tints.length]

/** Who has taken an item: oneself in green, colleagues by name, and a dashed ring for nobody. */
export function Taker({ takenBy, myId }: { takenBy: QueueItem['takenBy']; myId: string }) {
  if (!takenBy)
    return (
      <>
        <span className="untaken" title="Not taken" />
        <span className="sr">Not taken</span>
      </>
    )
  const { staffId, name, initials } = takenBy
  const isMine = staffId === myId
  return (
    <span className="person" title={name}>
      <span
        className={isMine ? 'avatar avatar--xs' : `avatar avatar--xs avatar--${tintOf(staffId)}`}
        aria-hidden="true"
      >
        {initials}
      </span>
      <span className="person__name">
        <span className="sr">Taken by </span>
        {isMine ? 'You' : name.split(' ')[0]}
      </span>
    </span>
  )
}
