import { PanelArt } from '../../../ui/panel/panel-art.tsx'
import { Bone, Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import '../../../ui/card/card.css'
import './guest-details.css'
import '../pay-now.css'

/** The boxes of a guest's first step, while nobody knows yet what is due. */
export function PaymentSkeleton() {
  return (
    <>
      <h1 className="sr">Make a payment</h1>
      <Skeleton label="Loading your payment details">
        <div className="guest-bones__head">
          <Bone width="min(260px, 90%)" height={36} />
          <Bone width="min(560px, 100%)" height={20} />
        </div>
        <div className="steps">
          <Bone height={34} />
          <Bone height={34} />
        </div>
        <div className="card card--flush">
          <div className="card panel due__panel">
            <PanelArt />
            <div className="due__school">
              <Bone width="44px" height={44} />
              <Bone width="170px" height={20} />
            </div>
            <div className="guest-bones__due">
              <Bone width="210px" height={16} />
              <Bone width="220px" height={40} />
            </div>
          </div>
          <div className="due__more guest-bones__more">
            <Bone width="130px" height={20} />
            <Bone width="163px" height={36} />
          </div>
        </div>
        <div className="choices">
          <Bone width="220px" height={20} />
          <Bone height={56} />
          <Bone height={56} />
        </div>
        <Bone height={52} />
      </Skeleton>
    </>
  )
}
