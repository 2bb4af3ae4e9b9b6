const format = (options) => {
  const formatter = new Intl.DateTimeFormat('en-GB', options)
  return (moment) => formatter.format(new Date(moment))
}

export const timeOfDay = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
const weekday = format({ weekday: 'long' })
const dayMonthYear = format({ day: 'numeric', month: 'long', year: 'numeric' })
export const longDate = (moment) => `${weekday(moment)} ${dayMonthYear(moment)}`
export const dateAndTime = format({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
export const shortDateAndTime = format({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** The format of a `datetime-local` field: local time without a zone, to the minute. */
export function forField(moment) {
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The format of a `date` field. */
export const dayForField = (moment) => forField(moment).slice(0, 10)

/** "7 days and 3 hours": the two largest units, rounded to the second. */
export function inWords(ms) {
  let rest = Math.round(Math.abs(ms) / 1000)
  const parts = []
  for (const [unit, seconds] of [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ]) {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    if (count > 0) parts.push(`${count.toLocaleString('en-GB')} ${unit}${count === 1 ? '' : 's'}`)
  }
  return parts.slice(0, 2).join(' and ')
}
