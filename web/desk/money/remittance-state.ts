import type { StaffRemittance } from '#contract/staff-money.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { regionFacts } from '#domain/region.ts'
import { remittanceStateWords, type RemittanceState } from '#domain/remittances.ts'
import type { BadgeTone } from '../../ui/badge/badge.tsx'
import { csvFile } from '../foundation/csv.ts'

/** How far a remittance is on its way to the school. */
export function stateOf(
  { state, releaseAskedBy, remittedOn, isRepeated, region }: StaffRemittance,
  now: Date,
): { text: string; tone: BadgeTone } {
  if (state !== 'Due') return { text: remittanceStateWords[state], tone: tones[state] }
  if (releaseAskedBy) return { text: 'Waiting for a second approval', tone: 'caution' }
  if (isRepeated) return { text: 'Not released again', tone: 'caution' }
  // It may still grow, and is released tomorrow at the earliest.
  if (remittedOn >= dateIn(region, now)) return { text: 'Passed on today', tone: 'neutral' }
  return { text: remittanceStateWords.Due, tone: 'info' }
}

const tones: Record<RemittanceState, BadgeTone> = {
  Due: 'info',
  Released: 'info',
  Sent: 'info',
  Paid: 'success',
  Returned: 'error',
}

const header = ['School', 'Region', 'Day', 'Payments', 'State', 'Paid on', 'Amount', 'Currency']

/** What the screen shows, for spreadsheets. The payments of each are in its own file. */
export function remittancesCsv(remittances: readonly StaffRemittance[], now: Date): Blob {
  const rows = remittances.map((each) => [
    each.schoolName,
    regionFacts[each.region].name,
    each.remittedOn,
    each.paymentCount,
    stateOf(each, now).text,
    each.paidOn ?? '',
    each.amount,
    each.currency,
  ])
  return csvFile([header, ...rows])
}
