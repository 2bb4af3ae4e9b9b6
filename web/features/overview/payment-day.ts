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

/** By how much a payment is another than the one before it; null when it is not, or is the first. */
export function changeSince(
  amount: number,
  previous: number | null,
): { amount: number; word: 'more' | 'less' } | null {
  if (previous === null) return null
  const difference = Math.round(amount * 100) - Math.round(previous * 100)
  if (difference === 0) return null
  return { amount: Math.abs(difference) / 100, word: difference > 0 ? 'more' : 'less' }
}
