import { PageNotice } from '../../ui/page-header/page-notice.tsx'
import { PanelArt } from '../../ui/panel/panel-art.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import '../../ui/card/card.css'
import '../../ui/page-header/page-header.css'
import '../../ui/split/split.css'
import './payment-schedule.css'

/** The boxes of the loaded page, while not even the account is known. */
export function PaymentScheduleSkeleton() {
  return (
    <>
      <div className="page-header">
        <div className="page-header__text">
          <h1>Customise your payment schedule</h1>
          <p className="page-header__lead schedule-bones__lead" aria-hidden="true">
            <Bone width="min(520px, 90%)" height={16} />
          </p>
        </div>
      </div>
      <PageNotice />
      <ScheduleSkeleton />
    </>
  )
}

const students = ['first', 'second']

/** The part below the title. */
export function ScheduleSkeleton() {
  return (
    <Skeleton label="Loading your payment schedule">
      <div className="split">
        <div className="stack stack--24 schedule__choices">
          <div className="card stack stack--20">
            <Bone width="130px" height={20} />
            <Bone height={90} />
            <div className="schedule__fields">
              <Bone height={74} />
              <Bone height={74} />
              <span className="schedule__length">
                <Bone height={74} />
              </span>
            </div>
          </div>
          <div className="card stack stack--20">
            <Bone width="170px" height={20} />
            {students.map((student) => (
              <Bone key={student} height={64} />
            ))}
          </div>
        </div>
        <div className="card card--flush estimate">
          <div className="card panel estimate__panel schedule-bones__panel">
            <PanelArt />
            <Bone width="150px" />
            <Bone width="200px" height={48} top={14} />
            <Bone width="170px" top={10} />
          </div>
          <div className="estimate__facts stack stack--12">
            <Bone height={24} top={12} />
            <Bone height={24} top={20} />
            <Bone height={160} top={24} />
            <Bone height={52} top={24} />
          </div>
        </div>
      </div>
    </Skeleton>
  )
}
