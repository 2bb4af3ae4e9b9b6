const longestCountdown = 31

/** "In 10 days", while it is worth counting. */
export function countdown(days: number): string | null {
  if (days < 0 || days > longestCountdown) return null
  if (days === 0) return 'Today'
  return days === 1 ? 'Tomorrow' : `In ${days} days`
}

const weekdays = new Intl.DateTimeFormat('en-AU', { weekday: 'long', timeZone: 'UTC' })

export function weekdayOf(date: string): string {
  return weekdays.format(new Date(date))
}
