import type { StaffJob, StaffJobRun } from '#contract/staff-company.ts'
import { scheduleWords } from '#domain/schedule-words.ts'
import { timeOf } from '../../foundation/days.ts'

/** On Sydney's clock, as it is today. */
export function schedule(cron: string | null, today: Date): string {
  const words = scheduleWords(cron, (hour, minute) => {
    const at = new Date(today)
    at.setUTCHours(hour, minute)
    return timeOf(at)
  })
  return words === 'when needed' ? 'When needed' : words.charAt(0).toUpperCase() + words.slice(1)
}

export function took({ startedAt, endedAt }: StaffJobRun): string {
  if (endedAt === null) return 'running'
  const ms = Math.max(0, Date.parse(endedAt) - Date.parse(startedAt))
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`
}

/** What somebody should look at. */
export const needsAttention = (job: StaffJob): boolean =>
  job.isOverdue || job.givenUp > 0 || job.lastRun?.outcome === 'Failed'

/** More of these in the queue than a run takes up at once. */
const manyWaiting = 50

export function lampOf(job: StaffJob): 'ok' | 'caution' | 'error' {
  if (needsAttention(job)) return 'error'
  return job.failed > 0 || job.waiting > manyWaiting ? 'caution' : 'ok'
}
