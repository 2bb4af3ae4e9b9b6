import { ArrowRightIcon } from '../icon/arrow-right.tsx'
import './swap.css'

/** What something was, and what it is now; one value where that is the same. */
export function Swap({ before, after }: { before: string; after: string }) {
  if (before === after) return after
  return (
    <span className="swap">
      <s>{before}</s>
      <span className="swap__to">
        <ArrowRightIcon size="small" />
        <span className="sr">becomes</span>
        <b>{after}</b>
      </span>
    </span>
  )
}
