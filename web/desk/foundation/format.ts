import { formatDateCompact } from '#domain/calendar/calendar.ts'
import { regionFacts, type Currency, type Region } from '#domain/region.ts'
import { formatMoney } from '../../ui/money/money.tsx'

/** $628.00, £512.40; a typographic minus. */
export const money = (amount: number, currency: Currency): string =>
  formatMoney(amount, currency === 'GBP' ? 'UK' : 'AU')

/** +$628.00 or −$5.00: what came in and what went out. */
export const signedMoney = (amount: number, currency: Currency): string =>
  amount > 0 ? `+${money(amount, currency)}` : money(amount, currency)

/** 30 Oct 2026 */
export const day = (date: string): string => formatDateCompact(date)

export const weekday = (date: string, length: 'short' | 'long' = 'long'): string =>
  new Date(`${date}T00:00Z`).toLocaleDateString('en-AU', { weekday: length, timeZone: 'UTC' })

/** Fri 30 Oct 2026 */
export const dayWithName = (date: string): string => `${weekday(date, 'short')} ${day(date)}`

/** 16 Nov, 4:12 pm, on the clock of the family's region. */
export function moment(instant: string | Date, region: Region = 'AU'): string {
  return new Date(instant).toLocaleString('en-AU', {
    timeZone: regionFacts[region].timeZone,
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** 20 min, 7 h, 3 d: how long something has waited. */
export function age(since: string | Date, now: Date): string {
  const passed = Math.max(0, now.getTime() - new Date(since).getTime())
  if (passed < hourMs) return `${Math.floor(passed / minuteMs)} min`
  return passed < dayMs ? `${Math.floor(passed / hourMs)} h` : `${Math.floor(passed / dayMs)} d`
}

/** "1 payment", "3 payments". */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-AU')} ${number === 1 ? one : many}`

/** +61 491 570 156 */
export const mobileText = (mobile: string): string =>
  mobile.replace(/^(\+\d\d)(\d{3})(\d{3})(\d+)$/, (_, ...parts: string[]) => parts.slice(0, 4).join(' '))
