const daySeconds = 24 * 60 * 60

/** The same time of day, `days` working days later. Bank holidays are ignored, because they differ by country. */
export function businessDaysAfter(now: number, days: number): number {
  let at = now
  for (let left = days; left > 0;) {
    at += daySeconds
    const weekday = new Date(at * 1000).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return at
}

export const isoDate = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
