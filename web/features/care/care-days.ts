const months = new Intl.DateTimeFormat('en-AU', { month: 'long', timeZone: 'UTC' })

/** "December to March 2027"; the year of the end where it is not that of the beginning, or is wanted. */
export function monthRange(from: string, to: string, today: string): string {
  const [first, last] = [months.format(new Date(from)), months.format(new Date(to))]
  const year = to.slice(0, 4) === today.slice(0, 4) ? '' : ` ${to.slice(0, 4)}`
  return first === last && from.slice(0, 4) === to.slice(0, 4)
    ? `${first}${year}`
    : `${first} to ${last}${year}`
}
