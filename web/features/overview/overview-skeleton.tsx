import { PageNotice } from '../../ui/page-header/page-notice.tsx'
import { PanelArt } from '../../ui/panel/panel-art.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import '../../ui/card/card.css'
import '../../ui/page-header/page-header.css'
import './overview-skeleton.css'

/** The boxes of the loaded page, so that nothing moves when it arrives. */
export function OverviewSkeleton() {
  return (
    <>
      <div className="page-header">
        <div className="page-header__text">
          <h1 className="sk-line" data-early="Hi {firstName}">
            <span className="sr">Overview</span>
            <Bone width="240px" height={32} />
          </h1>
          <p
            className="page-header__lead sk-line num"
            data-early="{institutionName} · {product} account {shortId}"
          >
            <Bone width="min(320px, 80%)" height={16} />
          </p>
        </div>
        <div className="overview-bones__action">
          <Bone height={44} />
        </div>
      </div>
      <PageNotice />
      <Skeleton label="Loading your account">
        <div className="grid-dash">
          <div className="col">
            <div className="card panel overview-bones__upcoming">
              <PanelArt />
              <Bone width="130px" />
              <Bone width="220px" height={48} top={18} />
              <Bone width="160px" top={14} />
              <Bone height={1} top={32} />
              <Bone width="200px" height={36} top={18} />
            </div>
            <div className="card overview-bones__plan">
              <Bone width="160px" height={20} />
              <Bone width="200px" height={32} top={22} />
              <Bone height={12} top={26} />
              <Bone height={64} top={26} />
            </div>
          </div>
          <div className="col">
            <div className="card overview-bones__balance">
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
