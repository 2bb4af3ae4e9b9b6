import { regions, type Region } from '#domain/region.ts'
import type { Deps } from '../../platform/deps.ts'
import { refreshHolidays } from '../holidays/known-holidays.ts'
import { inSteps } from '../../platform/jobs/work-through.ts'
import { applyDueChanges, dropUnusableMethods } from '../../books/payment-methods/change-source.ts'
import { holdRenewalsWithoutMethod } from '../payment-schedule/held-renewals.ts'
import { endExpiredHolds } from '../../people/holds/holds.ts'
import { sendHoldEndLetter } from '../care/care-letters.ts'
import { announceDebits } from './announce.ts'
import { chaseOverdue } from './chase-overdue.ts'
import { collectDue } from './collect.ts'
import { countExtras } from '../plan-changes/count-extras.ts'
import { followNotices } from './notices.ts'
import { completePaidPlans, startDuePlans } from './move-plans.ts'
import { sendDebits } from './send.ts'

/** The counts of a run, for the log and the metrics. */
export type RunCounts = Record<
  'started' | 'announced' | 'extras' | 'collected' | 'sent' | 'chased' | 'completed',
  number
>

/**
 * All daily work on plans, in the order that matters. Each step processes everything that is due by now, so the next run
 * makes up for one that was interrupted or missed; two runs at once share the work. A step that fails does not keep the
 * next from running, and is reported at the end.
 */
export async function runRepayments(deps: Deps): Promise<RunCounts> {
  const counts: RunCounts = {
    started: 0,
    announced: 0,
    extras: 0,
    collected: 0,
    sent: 0,
    chased: 0,
    completed: 0,
  }
  await refreshHolidays(deps.db)
  const inRegions = (step: (region: Region) => Promise<void>) => regions.map((region) => () => step(region))
  await inSteps([
    async () =>
      void (await endExpiredHolds(deps, (tx, accountId) => sendHoldEndLetter(tx, deps, accountId, 'Over'))),
    ...inRegions(async (region) => void (counts.started += await startDuePlans(deps, region))),
    async () => void (await holdRenewalsWithoutMethod(deps)),
    // First, so that what falls to another method is announced in this run.
    () => dropUnusableMethods(deps),
    async () => void (await followNotices(deps)),
    ...inRegions(async (region) => void (counts.announced += await announceDebits(deps, region))),
    // First what families have changed themselves: extra payments, and their methods.
    async () => void (counts.extras = await countExtras(deps)),
    () => applyDueChanges(deps),
    ...inRegions(async (region) => void (counts.collected += await collectDue(deps, region))),
    async () => void (counts.sent = await sendDebits(deps)),
    async () => void (counts.chased = await chaseOverdue(deps)),
    ...inRegions(async (region) => void (counts.completed += await completePaidPlans(deps, region))),
  ])
  return counts
}
