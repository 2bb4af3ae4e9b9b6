import { Bone, Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import '../../../ui/card/card.css'
import '../../../ui/page-header/page-header.css'
import './early-details.css'
import '../../../ui/steps/steps.css'

/** The boxes of the first step, while nobody knows yet whom is paid. */
export function EarlySkeleton() {
  return (
    <>
      <h1 className="sr">Make a payment</h1>
      <Skeleton label="Loading your payment details">
        <div className="early-bones stack stack--24">
          <div className="stack stack--6">
            <Bone width="min(260px, 90%)" height={40} />
            <Bone width="min(400px, 100%)" height={24} />
          </div>
          <div className="steps">
            <Bone height={34} />
            <Bone height={34} />
          </div>
          <Bone height={48} />
          <div className="card stack stack--20">
            <Bone width="200px" height={26} />
            <Bone width="min(320px, 100%)" height={74} />
            <Bone height={104} />
            <Bone width="min(270px, 100%)" height={52} />
          </div>
        </div>
      </Skeleton>
    </>
  )
}
