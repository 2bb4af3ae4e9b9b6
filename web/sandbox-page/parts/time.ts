import { regionFacts, type Region } from '#domain/region.ts'

export const cities = { AU: 'Sydney', UK: 'London' } as const satisfies Record<Region, string>

type Moment = string | number | Date

/** One format in the time of each region. */
function format(options: Intl.DateTimeFormatOptions): (moment: Moment, region?: Region) => string {
  const of = (region: Region) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: regionFacts[region].timeZone, ...options })
  const formats = { AU: of('AU'), UK: of('UK') }
  return (moment, region = 'AU') => formats[region].format(new Date(moment))
}

export const timeOfDay = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
const weekday = format({ weekday: 'long' })
const dayMonthYear = format({ day: 'numeric', month: 'long', year: 'numeric' })
const shortDay = format({ weekday: 'short' })
const dayMonth = format({ day: 'numeric', month: 'short' })
const hourMinute = format({ hour: '2-digit', minute: '2-digit' })
const full = format({ dateStyle: 'medium', timeStyle: 'medium' })

export const longDate = (moment: Moment, region: Region) =>
  `${weekday(moment, region)} ${dayMonthYear(moment, region)}`
/** "Wed 25 Nov, 07:00". */
export const dayAndTime = (moment: Moment, region?: Region) =>
  `${shortDay(moment, region)} ${dayMonth(moment, region)}, ${hourMinute(moment, region)}`
export const dateAndTime = (moment: Moment, region: Region = 'AU') =>
  `${full(moment, region)}, ${cities[region]} time`
/** The time of day if it is today, otherwise with its date. */
export const shortTime = (moment: Moment, now: number, region?: Region) =>
  dayMonthYear(moment, region) === dayMonthYear(now, region)
    ? timeOfDay(moment, region)
    : `${dayMonth(moment, region)}, ${hourMinute(moment, region)}`

/** The format of a `datetime-local` field, "2026-11-25T07:00", which is how Swedes write a time. */
export const forField = (moment: Moment, region: Region) =>
  new Date(moment)
    .toLocaleString('sv-SE', { timeZone: regionFacts[region].timeZone })
    .slice(0, 16)
    .replace(' ', 'T')

/** The moment of a `datetime-local` field. Its distance from UTC is looked up, then once more beside a change. */
export function momentOf(text: string, region: Region): Date {
  const wall = Date.parse(`${text}Z`)
  const distance = (moment: number) => Date.parse(`${forField(moment, region)}Z`) - moment
  return new Date(wall - distance(wall - distance(wall)))
}

/** "7 days and 3 hours": the two largest units, rounded to the second. */
export function inWords(ms: number): string {
  let rest = Math.round(Math.abs(ms) / 1000)
  const parts: string[] = []
  for (const [unit, seconds] of [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ] as const) {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    if (count > 0) parts.push(counted(count, unit))
  }
  return parts.slice(0, 2).join(' and ')
}

export const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
