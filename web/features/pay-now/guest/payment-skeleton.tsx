import { PanelArt } from '../../../ui/panel/panel-art.tsx'
import { Steps } from '../steps.tsx'
import { Bone, Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import '../../../ui/card/card.css'
import '../../../ui/page-header/page-header.css'
import './guest-details.css'
import '../../../ui/steps/steps.css'

/** The boxes of a guest's first step, while nobody knows yet what is due. */
export function PaymentSkeleton() {
  return (
    <>
      <div className="page-header">
        <div className="page-header__text">
          <h1>Make a payment</h1>
          <p
            className="page-header__lead sk-line guest-bones__lead"
            data-early="To make a payment to {institutionInfo.displayName}, complete the details below."
          >
            <Bone width="min(560px, 100%)" height={20} />
          </p>
        </div>
      </div>
      <Steps step="details" />
      <Skeleton label="Loading your payment details">
        <div className="card card--flush">
          <div className="card panel panel--flush">
            <PanelArt />
            <div className="due__school">
              <Bone width="44px" height={44} />
              <b className="sk-line" data-early="{institutionInfo.displayName}">
                <Bone width="170px" height={20} />
              </b>
            </div>
            <div className="guest-bones__due stack stack--10">
              <Bone width="210px" height={16} />
              <Bone width="220px" height={40} />
            </div>
          </div>
          <div className="due__more stack stack--4 guest-bones__more">
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
