import type { ReviewPage } from '#contract/staff-review-page.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { ChevronLeftIcon } from '../../ui/icon/chevron-left.tsx'
import { ChevronRightIcon } from '../../ui/icon/chevron-right.tsx'
import { Keys } from '../ui/keys/keys.tsx'

type Placed = Pick<ReviewPage, 'place' | 'status'> & { kind?: string }

const documentKeys: [string[], string][] = [
  [['+', '−'], 'zoom'],
  [['O'], 'turn'],
]
const decisionKeys: [string[], string][] = [
  [['A'], 'approve'],
  [['D'], 'decline'],
]

/** Which one of how many, and the ones beside it. */
export function Place({ review, onGo }: { review: Placed; onGo: (id: string) => void }) {
  const { number, count, previousId, nextId } = review.place
  return (
    <>
      <Keys
        keys={[
          ...(review.kind === 'Identity' ? documentKeys : []),
          ...(review.status === 'Open' ? decisionKeys : []),
          [['N'], 'next'],
        ]}
      />
      <span className="muted num">{number === null ? `${count} waiting` : `${number} of ${count}`}</span>
      <IconButton
        icon={ChevronLeftIcon}
        label="Previous"
        look="secondary"
        disabled={previousId === null}
        onClick={() => previousId !== null && onGo(previousId)}
      />
      <IconButton
        icon={ChevronRightIcon}
        label="Next"
        look="secondary"
        disabled={nextId === null}
        onClick={() => nextId !== null && onGo(nextId)}
      />
    </>
  )
}
