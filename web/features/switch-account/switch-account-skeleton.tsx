import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'

/** The boxes of the form, so that nothing moves when it arrives. */
export function SwitchSkeleton() {
  return (
    <div className="card">
      <Skeleton label="Loading your details">
        <Bone width="120px" height={26} />
        <Bone width="100px" height={20} top={28} />
        <Bone width="min(312px, 100%)" height={48} top={6} />
        <Bone width="120px" height={20} top={24} />
        <Bone height={48} top={6} />
        <Bone width="170px" height={20} top={8} />
        <Bone width="250px" height={24} top={24} />
        <Bone height={128} top={24} />
        <Bone height={52} top={24} />
        <Bone height={36} top={24} />
      </Skeleton>
    </div>
  )
}
