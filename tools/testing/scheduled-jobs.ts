import type { Deps } from '#server/platform/deps.ts'
import { jobHandlers } from '#server/app/job-handlers.ts'
import { schedules, type JobName } from '#server/platform/jobs/jobs.ts'
import { runRepayments, type RunCounts } from '#server/plans/repayments/run-repayments.ts'

/** No part of what a family notices over a year, or run by themselves below and by the callers. */
const leftOut: readonly JobName[] = [
  'apply-source-changes',
  'cancel-unconfirmed-withdrawals',
  'carry-out-fee-changes',
  'check-holidays',
  'clear-switches',
  'collect-provider-events',
  'deliver-waiting',
  'import-deposits',
  'purge-expired',
  'purge-identity-documents',
  'renew-encryption',
  'retry-given-up',
  'run-repayments',
  'seal-audit',
  'seal-ledger',
]

/** Runs what the clock would start by now, one job after the other, and says what the repayments did. */
export function scheduledJobs(deps: Deps): () => Promise<RunCounts> {
  const handlers = jobHandlers(deps)
  const names = (Object.keys(schedules) as JobName[]).filter((name) => !leftOut.includes(name))
  return async () => {
    for (const name of names) await (handlers[name] as (data: object) => Promise<void>)({})
    return runRepayments(deps)
  }
}
