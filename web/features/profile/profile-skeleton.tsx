import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'

const rows = ['Email', 'Mobile phone', 'Address']

/** The boxes of the loaded card, so that nothing moves when it arrives. */
export function ProfileSkeleton() {
  return (
    <div className="card">
      <Skeleton label="Loading your profile">
        <div className="profile__who">
          <Bone width="64px" height={64} round />
          <div>
            <Bone width="70px" height={16} />
            <Bone width="180px" height={28} top={8} />
          </div>
        </div>
        <ul className="rows">
          {rows.map((row) => (
            <li key={row}>
              <Bone width="44px" height={44} />
              <span className="rowtext">
                <Bone width="60px" height={16} />
                <Bone width="min(240px, 100%)" height={20} top={6} />
              </span>
            </li>
          ))}
        </ul>
        <Bone height={54} top={12} />
      </Skeleton>
    </div>
  )
}
