import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { DetailsCard } from './details-card.tsx'
import { FundCard } from './fund-card.tsx'
import { profileQuery } from './profile-query.ts'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import '../../ui/card/card.css'
import '../../ui/list-rows/list-rows.css'
import '../../ui/split/split.css'
import './profile.css'

export function ProfilePage({ account }: { account: Account }) {
  const { data: profile } = useQuery(profileQuery(account.accountId))
  const contribution = account.voluntaryContribution
  return (
    <>
      <PageHeader title="Profile" />
      <div className="split">
        {profile ? <DetailsCard profile={profile} /> : <ProfileSkeleton />}
        {contribution && <FundCard contribution={contribution} />}
      </div>
    </>
  )
}
