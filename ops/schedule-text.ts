import { hourOfDay } from './words.ts'

/** A job's hours in words: cron counts them in UTC, which nobody's clock shows. */
export function scheduleText(cron: string | null, today = new Date()): string {
  if (cron === null) return 'when needed'
  const [minute = '*', hour = '*', ...days] = cron.split(' ')
  const isPlain = days.every((part) => part === '*')
  const every = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (isPlain && hour === '*') {
    if (minute === '*') return 'every minute'
    if (every !== undefined) return `every ${every} minutes`
    if (/^\d+$/.test(minute)) return `every hour, ${minute} past`
  }
  if (isPlain && /^\d+$/.test(minute) && /^\d+$/.test(hour))
    return `daily, ${hourOfDay(Number(hour), Number(minute), today)}`
  return `${cron} (cron, UTC)`
}
