const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The time between two runs. Supports only the forms of schedule that are in use. */
export function intervalOf(schedule: string): number {
  const [minute = '', hour, ...days] = schedule.split(' ')
  const steps = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (days.join(' ') === '* * *') {
    if (/^\d+$/.test(minute) && hour !== undefined && /^\d+$/.test(hour)) return 24 * hourMs
    if (hour === '*' && /^\d+$/.test(minute)) return hourMs
    if (hour === '*' && minute === '*') return minuteMs
    if (hour === '*' && steps) return Number(steps) * minuteMs
  }
  throw new Error(`The schedule "${schedule}" has a form that is not supported`)
}

const minToleranceMs = 10 * minuteMs

/** One run may fail or take long, so a job is overdue half an interval after the next run should have succeeded. */
export function isOverdue(schedule: string, sinceSuccessMs: number): boolean {
  const interval = intervalOf(schedule)
  return sinceSuccessMs > interval + Math.max(interval / 2, minToleranceMs)
}
