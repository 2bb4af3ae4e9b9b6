const form =
  /^P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/** Adds an ISO 8601 duration to a time, in UTC; undefined if the text is not a duration. */
export function addDuration(from: Date, duration: string): Date | undefined {
  const found = form.exec(duration)
  if (!found) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0))
  const to = new Date(from)
  const dayOfMonth = to.getUTCDate()
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + years * 12 + months)
  to.setUTCDate(Math.min(dayOfMonth, daysInMonth(to)))
  to.setTime(
    to.getTime() + (weeks * 7 + days) * 86_400_000 + hours * 3_600_000 + minutes * 60_000 + seconds * 1000,
  )
  return Number.isNaN(to.getTime()) ? undefined : to
}

function daysInMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}
