import { useState } from 'react'
import type { Account } from '#contract/accounts.ts'
import { whyNotSkip } from '#domain/plan/changes/skip-rules.ts'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { BackToSchedule } from './back-to-schedule.tsx'
import { SkipBlocked } from './skip/skip-blocked.tsx'
import { canSkip, skipFactsOf } from './skip/skip-facts.ts'
import { SkipForm } from './skip/skip-form.tsx'
import { SkipSkeleton } from './skip/skip-skeleton.tsx'
import { leadOf } from './skip/skip-words.ts'
import { useRunningPlan, type RunningPlan } from './use-flexible.ts'

const title = 'Skip payments'
const back = <BackToSchedule />

/** Leaves payments of a running plan out, or asks for it. */
export function SkipPage({ account }: { account: Account }) {
  const current = useRunningPlan(account.accountId)
  // Once it is saved the page shows what was decided on until it is left, not the new plan for a blink.
  const [saved, setSaved] = useState<RunningPlan>()
  const plan = saved ?? current
  if (plan === undefined)
    return (
      <>
        <PageHeader crumb={back} title={title} />
        <SkipSkeleton />
      </>
    )
  const facts = plan && skipFactsOf(plan, account.region)
  const why = facts ? whyNotSkip(facts) : 'NoPlan'
  const isTooLate = facts && !facts.coming.some((payment) => canSkip(facts, payment))
  if (!plan || !facts || why || isTooLate)
    return (
      <>
        <PageHeader crumb={back} title={title} />
        <SkipBlocked account={account} plan={plan} why={why ?? 'TooLate'} />
      </>
    )
  return (
    <>
      <PageHeader crumb={back} title={title} lead={leadOf(facts)} />
      <SkipForm accountId={account.accountId} facts={facts} onSaved={() => setSaved(plan)} />
    </>
  )
}
