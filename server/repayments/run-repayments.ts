import { regions } from '#domain/region.ts'
import type { Deps } from '../deps.ts'
import { applyDueChanges } from '../payment-methods/change-source.ts'
import { announceDebits } from './announce.ts'
import { chaseOverdue } from './chase-overdue.ts'
import { collectDue } from './collect.ts'
import { coverInstalments } from './cover-instalments.ts'
import { completePaidPlans, startDuePlans } from './move-plans.ts'
import { sendDebits } from './send.ts'

/** What a run did, for the log and the metrics. */
export type RunCounts = Record<
  'started' | 'announced' | 'covered' | 'collected' | 'sent' | 'chased' | 'completed',
  number
>

/**
 * All daily work on plans, in the order that matters. Each step processes everything that is due by now, so the next run
 * makes up for one that was interrupted or missed; two runs at once share the work.
 */
export async function runRepayments(deps: Deps): Promise<RunCounts> {
  const counts: RunCounts = {
    started: 0,
    announced: 0,
    covered: 0,
    collected: 0,
    sent: 0,
    chased: 0,
    completed: 0,
  }
  for (const region of regions) counts.started += await startDuePlans(deps, region)
  for (const region of regions) counts.announced += await announceDebits(deps, region)
  // First what families have paid themselves, so that it is not debited again, and their changes of method.
  counts.covered = await coverInstalments(deps)
  await applyDueChanges(deps)
  for (const region of regions) counts.collected += await collectDue(deps, region)
  counts.sent = await sendDebits(deps)
  counts.chased = await chaseOverdue(deps)
  for (const region of regions) counts.completed += await completePaidPlans(deps, region)
  return counts
}
