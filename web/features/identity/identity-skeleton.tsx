import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import '../../ui/card/card.css'

/** The boxes of the licence form, which most customers see. */
export function IdentitySkeleton() {
  return (
    <div className="card">
      <Skeleton label="Loading the form">
        <div className="identity__form stack stack--24">
          <div>
            <Bone width="80px" height={20} />
            <div className="identity__fields identity__fields--passport identity__bones">
              <Bone height={56} />
              <Bone height={56} />
            </div>
          </div>
          <div className="identity__fields identity__fields--licence">
            <Bone height={74} />
            <Bone height={74} />
            <Bone height={74} />
          </div>
          <Bone height={80} />
          <Bone height={44} />
        </div>
      </Skeleton>
    </div>
  )
}
