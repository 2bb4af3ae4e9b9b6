import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import '../../ui/card/card.css'
import './transactions.css'

const widths = [70, 52, 61, 48, 66, 55, 60]

/** The boxes of the list, and of the filters until they are known. */
export function TransactionsSkeleton({ hasFilters }: { hasFilters: boolean }) {
  return (
    <Skeleton label="Loading transactions">
      {hasFilters && (
        <div className="filters">
          <div className="stack stack--12">
            <Bone width="52px" />
            <Bone height={48} />
          </div>
          <div className="stack stack--12">
            <Bone width="36px" />
            <Bone height={48} />
          </div>
        </div>
      )}
      <div className="card card--flush">
        <div className="transactions__bones transactions__bones--head">
          <Bone width="40%" height={12} />
        </div>
        {widths.map((width) => (
          <div key={width} className="transactions__bones">
            <Bone width="90px" />
            <Bone width={`${width}%`} />
            <Bone width="80px" />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}
