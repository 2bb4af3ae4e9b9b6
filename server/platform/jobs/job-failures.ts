import { Counter } from 'prom-client'
import { jobNames } from './jobs.ts'

/** Counts the failures in this process. Each job begins at 0, so that its first failure is already an increase. */
export const jobFailures = new Counter({
  name: 'larkwell_job_failures_total',
  help: 'Jobs that failed in this process',
  labelNames: ['job'],
  registers: [],
})
for (const job of jobNames) jobFailures.inc({ job }, 0)
