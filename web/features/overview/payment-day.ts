const longestCountdown = 31

/** "In 10 days", if the payment is near. */
export function countdown(days: number): string | null {
  if (days < 0 || days > longestCountdown) return null
  if (days === 0) return 'Today'
  return days === 1 ? 'Tomorrow' : `In ${days} days`
}

const weekdays = new Intl.DateTimeFormat('en-AU', { weekday: 'long', timeZone: 'UTC' })

export function weekdayOf(date: string): string {
  return weekdays.format(new Date(date))
}

/** The difference from the previous payment; null if there is none, or for the first payment. */
export function changeSince(
  amount: number,
  previous: number | null,
): { amount: number; word: 'more' | 'less' } | null {
  if (previous === null) return null
  const difference = Math.round(amount * 100) - Math.round(previous * 100)
  if (difference === 0) return null
  return { amount: Math.abs(difference) / 100, word: difference > 0 ? 'more' : 'less' }
}
