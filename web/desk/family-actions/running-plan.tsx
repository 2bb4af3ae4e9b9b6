import type { ReactNode } from 'react'
import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { StaffRunningPlan } from '#contract/staff-plan-changes.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { failureText } from '../foundation/failure.ts'
import { useRead } from '../foundation/read.ts'

export const runningYear = ({ plans }: StaffAccount): number | undefined =>
  plans.find(({ status }) => status === 'Current')?.tuitionYear

/** What can be changed of the plan that runs, once it is known. */
export function RunningPlan({
  account,
  year = runningYear(account),
  children,
}: {
  account: StaffAccount
  /** Of another plan than the one that runs first. */
  year?: number
  children: (plan: StaffRunningPlan) => ReactNode
}) {
  const plan = useRead(
    'GET /api/staff/accounts/:accountId/plans/:year/changes',
    { params: { accountId: account.id, year: year ?? 0 } },
    { isOff: year === undefined },
  )
  if (year === undefined)
    return (
      <Alert variant="info" title="No current plan">
        Changes are possible once a plan is saved and has started.
      </Alert>
    )
  if (plan.error)
    return (
      <Alert variant="error" title="The plan cannot be shown">
        {failureText(plan.error)}
      </Alert>
    )
  if (!plan.data)
    return (
      <Skeleton label="Loading the plan">
        <Bone width="100%" height={36} />
        <Bone width="60%" height={36} top={12} />
      </Skeleton>
    )
  return children(plan.data)
}
