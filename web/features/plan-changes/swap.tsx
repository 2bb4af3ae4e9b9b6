import { ArrowRightIcon } from '../../ui/icon/arrow-right.tsx'
import './swap.css'

/** Before and after. Where nothing changes there is one value. */
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
