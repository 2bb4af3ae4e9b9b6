import { addDays, type CalendarDate } from './calendar/calendar.ts'
import { addBusinessDays, type BankCalendar } from './calendar/holidays.ts'
import type { Region } from './region.ts'

/** The questions to a family that finds it hard to pay, and the label of each answer. */
export const careReasons = {
  LessWork: 'Less work or lost job',
  Illness: 'Illness or caring',
  Separation: 'Separation',
  HigherCosts: 'Higher costs',
  Other: 'Something else',
  NotSaid: 'I would rather not say',
} as const
export type CareReason = keyof typeof careReasons

export const careDurations = {
  Weeks: 'A few weeks',
  Months: 'Two or three months',
  Longer: 'Longer',
  Unknown: 'I do not know yet',
} as const
export type CareDuration = keyof typeof careDurations

export const careRhythms = { Week: 'Weekly', Fortnight: 'Fortnightly', Month: 'Monthly' } as const
export type CareRhythm = keyof typeof careRhythms

export const careWays = {
  Email: 'Email',
  Text: 'Text message',
  Phone: 'Phone, weekdays after 5 pm',
} as const
export type CareWay = keyof typeof careWays

export const keysOf = <Key extends string>(words: Record<Key, string>) =>
  Object.keys(words) as [Key, ...Key[]]

export const mostCareWords = 1000

export const careStatuses = ['Open', 'Offered', 'Accepted', 'Declined', 'Withdrawn'] as const
export type CareStatus = (typeof careStatuses)[number]

/** Why a hold has ended: the family accepted or withdrew, we declined, or its last day is over. */
export const holdEnds = ['Accepted', 'Declined', 'Withdrawn', 'Over'] as const
export type HoldEnd = (typeof holdEnds)[number]

const answerBusinessDays = 2
const holdBusinessDays = 10
/** The number of days in which Australian law requires an answer to a hardship notice. */
const lawfulDays: Record<Region, number | null> = { AU: 21, UK: null }

/** The deadlines that follow from the day of a family's request for help. */
export function careDays(
  today: CalendarDate,
  calendar: BankCalendar,
): { answerBy: CalendarDate; holdEndsOn: CalendarDate; lawfulBy: CalendarDate | null } {
  const lawful = lawfulDays[calendar.region]
  return {
    answerBy: addBusinessDays(today, answerBusinessDays, calendar),
    holdEndsOn: addBusinessDays(today, holdBusinessDays, calendar),
    lawfulBy: lawful === null ? null : addDays(today, lawful),
  }
}

export const careReference = (number: number) => `H-${number}`

/** "H-4127" or "4127"; undefined for anything else. */
export function parseCareReference(text: string): number | undefined {
  const [, digits] = /^(?:h-?)?(\d{1,9})$/i.exec(text.trim()) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Another organisation that helps. */
export type CareContact = { name: string; about: string; reach: string }

/** Defaults until an admin sets the real contacts, whose names and numbers need a legal check. */
export const usualCareContacts: Record<Region, CareContact[]> = {
  AU: [
    {
      name: 'National financial counselling line',
      about: 'Free and confidential, by phone, Monday to Friday',
      reach: 'Phone: [number for this region]',
    },
    {
      name: 'First Nations money help line',
      about: 'Free, run by and for Aboriginal and Torres Strait Islander people',
      reach: 'Phone: [number for this region]',
    },
    { name: 'Your school’s bursary office', about: 'Ask {school} whether help with fees is open', reach: '' },
  ],
  UK: [
    {
      name: 'National debt advice line',
      about: 'Free and confidential, by phone and online chat, Monday to Saturday',
      reach: 'Phone: [number for this region]',
    },
    {
      name: 'Local advice centre',
      about: 'Face to face, with help on benefits and bills',
      reach: 'Find the nearest: [address of the finder]',
    },
    {
      name: 'Your school’s bursary office',
      about: 'Ask {school} whether a hardship bursary is open',
      reach: '',
    },
  ],
}
