import { formatDate } from '#domain/calendar/calendar.ts'
import { formatCurrency } from '#domain/money.ts'
import { regionFacts, type Currency, type Region } from '#domain/region.ts'

/** "$1,234.50", or nothing where there is no amount. */
export function money(amount: number | null | undefined, region: Region): string {
  return amount === null || amount === undefined ? '' : formatCurrency(amount, region)
}

/** "15 November 2026" for a date on the calendar. */
export function day(date: string | null | undefined): string {
  return date ? formatDate(date) : ''
}

/**
 * "18 Nov 2026, 17:05 AEDT": what belongs to a family, a school or a payment, on the clock of its region. Never on the
 * clock of the reader's machine: two colleagues on the phone must read the same.
 */
export function moment(instant: string | null | undefined, region: Region): string {
  return instant ? onClockOf(region, instant, true) : ''
}

/** "18 Nov 2026, 17:05 AEDT / 06:05 GMT": what belongs to the company, which works in both regions. */
export function companyMoment(instant: string | null | undefined): string {
  if (!instant) return ''
  const [sydney, london] = [onClockOf('AU', instant, true), onClockOf('UK', instant, true)]
  const isSameDay = sydney.split(',')[0] === london.split(',')[0]
  return `${sydney} / ${onClockOf('UK', instant, !isSameDay)}`
}

/** "01:43 AEDT / 14:43 GMT": an hour of every day, which is given in UTC, as it is today. */
export function hourOfDay(hourUtc: number, minute: number, today: Date): string {
  const at = new Date(today)
  at.setUTCHours(hourUtc, minute)
  const instant = at.toISOString()
  return `${onClockOf('AU', instant, false)} / ${onClockOf('UK', instant, false)}`
}

function onClockOf(region: Region, instant: string, hasDay: boolean): string {
  const { locale, timeZone } = regionFacts[region]
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    ...(hasDay && { day: 'numeric', month: 'short', year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(new Date(instant))
}

export const regionOf = (currency: Currency | null): Region => (currency === 'GBP' ? 'UK' : 'AU')

export function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

/** "1 customer", "3 customers". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** "40 seconds", "12 minutes", "3 hours", "2 days". */
export function duration(seconds: number): string {
  const [unit, size] = (
    [
      ['day', 86_400],
      ['hour', 3_600],
      ['minute', 60],
    ] as const
  ).find(([, length]) => seconds >= 2 * length) ?? ['second', 1]
  return counted(Math.floor(seconds / size), unit)
}
