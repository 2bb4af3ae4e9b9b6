import { ArrowRightIcon } from '../../../ui/icon/arrow-right.tsx'

/** Before and after. */
export function Swap({ before, after }: { before: string; after: string }) {
  if (before === after) return after
  return (
    <span className="extra-swap">
      <s>{before}</s>
      <span className="extra-swap__to">
        <ArrowRightIcon size="small" />
        <span className="sr">becomes</span>
        <b>{after}</b>
      </span>
    </span>
  )
}
