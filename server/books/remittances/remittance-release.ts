import { type CalendarDate, dateIn, formatDate } from '#domain/calendar/calendar.ts'
import { sumOf } from '#domain/money.ts'
import { fieldRefusal, Refusal } from '#domain/refusal.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { markReleased } from './remittances.store.ts'
import { companyId, recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import type { Effect } from '../../people/audit/effect.ts'

export type RemittancesToRelease = {
  region: Region
  /** The last day whose remittances are released. */
  through: CalendarDate
}

/**
 * Releases the remittances up to a day to the schools. A remittance of today may still grow, so it is released tomorrow
 * at the earliest. Needs two people: see `server/desk-api/approvals`.
 */
export async function releaseRemittances(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  actor: StaffActor,
  { region, through }: RemittancesToRelease,
): Promise<Effect> {
  const now = clock()
  if (through >= dateIn(region, now)) {
    throw fieldRefusal({ through: 'Must be before today: today may still bring more' })
  }
  const released = await markReleased(tx, { region, through, now })
  if (released.length === 0) throw new Refusal('nothing_to_release')
  await recordAction(tx, actor, {
    subjectId: companyId,
    action: 'RemittancesReleased',
    at: now,
    details: { region, through, remittances: String(released.length) },
  })
  return {
    accountId: null,
    summary: `${released.length} ${released.length === 1 ? 'remittance' : 'remittances'}, up to ${formatDate(through)} (${regionFacts[region].name})`,
    amount: sumOf(released),
    currency: regionFacts[region].currency,
  }
}
