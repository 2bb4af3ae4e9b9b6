import { Bone } from '../../ui/skeleton/skeleton.tsx'
import './glance.css'

const four = [0, 1, 2, 3]

/** The boxes of a family's page before it is there. */
export function FamilySkeleton() {
  return (
    <div className="pile">
      <div className="card card--flush glance">
        {four.map((index) => (
          <div key={index}>
            <Bone width="45%" height={12} />
            <Bone width="60%" height={24} />
            <Bone width="95%" height={10} />
            <Bone width="75%" height={10} />
          </div>
        ))}
      </div>
      <div className="duo">
        <RowsSkeleton />
        <div className="pile">
          {four.map((index) => (
            <div className="card" key={index}>
              <div className="pile">
                <Bone width="45%" height={14} />
                <Bone width="90%" height={14} />
                <Bone width="72%" height={14} />
              </div>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** The rows of a table before they are there. */
export function RowsSkeleton() {
  return (
    <div className="card card--flush">
      {Array.from({ length: 10 }, (_, index) => (
        <div className="bone-row" key={index}>
          <Bone width="84px" height={14} />
          <Bone width="40%" height={14} />
          <Bone width="20%" height={14} />
          <Bone width="72px" height={14} />
        </div>
      ))}
    </div>
  )
}
