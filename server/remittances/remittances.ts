import { calendarDate, dateIn } from '#domain/calendar/calendar.ts'
import { Refusal } from '#domain/refusal.ts'
import { regions, type Region } from '#domain/region.ts'
import { productsPaidAhead, remittanceCutOff } from '#domain/remittances.ts'
import type { Deps } from '../deps.ts'
import {
  findRemittance,
  listRemittanceLines,
  lockUndecided,
  passOn,
  type Place,
  type Remittance,
  type RemittanceLine,
} from './remittances.store.ts'

const paymentsAtOnce = 1000
const nowhere = '00000000-0000-0000-0000-000000000000'
const start: Place = { paidOn: calendarDate('0001-01-01'), accountId: nowhere, id: nowhere }

/**
 * Passes on to the schools what families have paid, each payment once for ever: the ledger takes one such entry for a
 * payment. Says how many it passed on. Running it twice a day, or in two processes, changes nothing; what arrived too
 * late for today's first run joins the same remittance.
 *
 * What goes back to a payer after the school has its money is not asked back from the school by itself: the family's
 * balance shows that it owes, and people settle it with family and school.
 */
export async function remitToSchools(deps: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  let count = 0
  for (const region of regions) count += await remitIn(deps, region)
  return count
}

async function remitIn({ db, clock }: Pick<Deps, 'db' | 'clock'>, region: Region): Promise<number> {
  const now = clock()
  const today = dateIn(region, now)
  const arrivedBy = remittanceCutOff(today, region)
  if (arrivedBy === undefined) return 0
  let count = 0
  for (let after: Place | undefined = start; after;) {
    const from: Place = after
    after = await db.transaction(async (tx) => {
      const keys = await lockUndecided(tx, { region, arrivedBy, after: from, limit: paymentsAtOnce })
      if (keys.length > 0) count += await passOn(tx, { keys, paidAhead: productsPaidAhead, today, now })
      return keys.at(-1)
    })
  }
  return count
}

export async function readRemittance(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<Remittance & { lines: RemittanceLine[] }> {
  const remittance = await findRemittance(db, id)
  if (!remittance) throw new Refusal('not_found')
  return { ...remittance, lines: await listRemittanceLines(db, id) }
}
