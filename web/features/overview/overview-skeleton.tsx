import { PanelArt } from '../../ui/panel/panel-art.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import '../../ui/card/card.css'
import '../../ui/page-header/page-header.css'
import './overview.css'

/** The boxes of the loaded page, so that nothing moves when it arrives. */
export function OverviewSkeleton() {
  return (
    <>
      <h1 className="sr">Overview</h1>
      <Skeleton label="Loading your account">
        <div className="page-header">
          <div className="page-header__text overview__head-bones">
            <Bone width="240px" height={32} />
            <Bone width="min(320px, 80%)" height={16} />
          </div>
        </div>
        <div className="grid-dash">
          <div className="col">
            <div className="card panel overview__upcoming-bones">
              <PanelArt />
              <Bone width="130px" />
              <Bone width="220px" height={48} top={18} />
              <Bone width="160px" top={14} />
              <Bone height={1} top={32} />
              <Bone width="200px" height={36} top={18} />
            </div>
            <div className="card overview__plan-bones">
              <Bone width="160px" height={20} />
              <Bone width="200px" height={32} top={22} />
              <Bone height={12} top={26} />
              <div className="row row--between">
                <Bone width="110px" height={40} top={14} />
                <Bone width="110px" height={40} top={14} />
              </div>
            </div>
          </div>
          <div className="col">
            <div className="card overview__balance-bones">
              <Bone width="120px" />
              <Bone width="160px" height={36} top={14} />
              <Bone width="220px" top={12} />
            </div>
          </div>
        </div>
      </Skeleton>
    </>
  )
}
