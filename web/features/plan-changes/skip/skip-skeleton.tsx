import { Bone, Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import '../../../ui/card/card.css'
import '../../../ui/split/split.css'
import './skip.css'

export function SkipSkeleton() {
  return (
    <Skeleton label="Loading your payments">
      <div className="split">
        <div className="stack stack--24">
          <div className="card">
            <Bone width="160px" height={20} />
            <Bone height={132} top={16} />
          </div>
          <div className="card">
            <Bone width="220px" height={20} />
            <Bone height={160} top={16} />
          </div>
        </div>
        <div className="card">
          <Bone height={320} />
        </div>
      </div>
    </Skeleton>
  )
}
