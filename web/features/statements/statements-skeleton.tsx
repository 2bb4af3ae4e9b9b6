import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'

const rows = [1, 2, 3, 4, 5]

/** The boxes of the loaded page, so that little moves when it arrives. */
export function StatementsSkeleton() {
  return (
    <Skeleton label="Loading your statements">
      <div className="split">
        <div className="card card--flush statements">
          <ul className="rows">
            {rows.map((row) => (
              <li key={row}>
                <Bone width="44px" height={44} />
                <span className="rowtext">
                  <Bone width="180px" height={20} />
                  <Bone width="140px" height={16} top={6} />
                </span>
                <Bone width="112px" height={36} />
              </li>
            ))}
          </ul>
        </div>
        <div className="card split__aside">
          <Bone width="100px" height={20} />
          <Bone width="80%" height={16} top={12} />
          <Bone height={160} top={24} />
        </div>
      </div>
    </Skeleton>
  )
}
