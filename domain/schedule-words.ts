/** A job's hours in words. Cron counts them in UTC, which nobody's clock shows: `hourText` says them on people's clocks. */
export function scheduleWords(
  cron: string | null,
  hourText: (hourUtc: number, minute: number) => string,
): string {
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
    return `daily, ${hourText(Number(hour), Number(minute))}`
  return `${cron} (cron, UTC)`
}
