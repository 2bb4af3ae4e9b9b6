import type { StaffRemittance } from '#contract/staff-money.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { regionFacts } from '#domain/region.ts'
import type { BadgeTone } from '../../ui/badge/badge.tsx'
import { csvFile } from '../foundation/csv.ts'

/** How far a remittance is on its way to the school. */
export function stateOf(
  { releasedAt, releaseAskedBy, remittedOn, region }: StaffRemittance,
  now: Date,
): { text: string; tone: BadgeTone } {
  if (releasedAt !== null) return { text: 'Released', tone: 'success' }
  if (releaseAskedBy) return { text: 'Waiting for a second approval', tone: 'caution' }
  // It may still grow, and is released tomorrow at the earliest.
  if (remittedOn >= dateIn(region, now)) return { text: 'Passed on today', tone: 'neutral' }
  return { text: 'Not released', tone: 'info' }
}

const header = ['School', 'Region', 'Day', 'Payments', 'State', 'Amount', 'Currency']

/** What the screen shows, for spreadsheets. The payments of each are in its own file. */
export function remittancesCsv(remittances: readonly StaffRemittance[], now: Date): Blob {
  const rows = remittances.map((each) => [
    each.schoolName,
    regionFacts[each.region].name,
    each.remittedOn,
    each.paymentCount,
    stateOf(each, now).text,
    each.amount,
    each.currency,
  ])
  return csvFile([header, ...rows])
}
