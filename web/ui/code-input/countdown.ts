/** "0:27": minutes and seconds that are left. */
export function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** "12 seconds ago", "3 minutes ago". */
export function ago(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return seconds < 60 ? inWords(seconds, 'second') : inWords(Math.floor(seconds / 60), 'minute')
}

const inWords = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`
