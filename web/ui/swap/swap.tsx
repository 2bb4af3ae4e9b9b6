import { ArrowRightIcon } from '../icon/arrow-right.tsx'
import './swap.css'

/** What something was, and what it is now. */
export function Swap({ before, after }: { before: string; after: string }) {
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
