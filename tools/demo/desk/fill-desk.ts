import type { QueueKind } from '#domain/staff-queue.ts'
import type { Deps } from '#server/platform/deps.ts'
import { sql } from '#server/platform/database/sql.ts'
import { listWaiting } from '#server/desk-api/queue/waiting.store.ts'
import { staffId } from '../staff.ts'
import { companySteps } from './company-steps.ts'
import { addCannedReplies, disputeSteps } from './dispute-steps.ts'
import { askForOtherPlan, familySteps } from './family-steps.ts'
import { fillMoney } from './money-steps.ts'
import { fillPayouts } from './payout-steps.ts'

const doneName = 'demo.desk'

/**
 * Gives the desk at least one of everything that can wait for people, by the server's own code where there is some. Only
 * once: what somebody has settled does not come back with the next start.
 */
export async function fillDesk(deps: Deps): Promise<void> {
  const { db } = deps
  if (await db.first(sql`select 1 from setting where name = ${doneName}`)) return
  for (const [kind, make] of [...familySteps, ...companySteps, ...disputeSteps]) {
    // A start that was broken off goes on where it stopped.
    const isThere = (await waiting(deps)).some((item) => item.kind === kind)
    if (!isThere) await make(deps)
  }
  await fillMoney(deps)
  await fillPayouts(deps)
  // There are plans in review already, but none that differs from one on file.
  await askForOtherPlan(deps)
  await addCannedReplies(deps)
  await takeSome(deps)
  await db.run(sql`insert into setting (name, value) values (${doneName}, 'true')`)
}

const waiting = ({ db, clock }: Deps) => {
  const now = clock()
  return listWaiting(db, { now, arrearsBefore: new Date(now.getTime() - 28 * 24 * 60 * 60_000) })
}

/** Some of it is in somebody's hands. */
async function takeSome(deps: Deps): Promise<void> {
  const takers: Partial<Record<QueueKind, string>> = {
    Plan: staffId('staff.ops'),
    Debit: staffId('staff.support'),
    Job: staffId('staff.admin'),
    Identity: staffId('staff.admin'),
  }
  const items = await waiting(deps)
  for (const [kind, taker] of Object.entries(takers)) {
    const item = items.find((each) => each.kind === kind)
    if (item)
      await deps.db.run(sql`
        insert into queue_assignment (kind, item, staff_id, taken_at)
        values (${kind}, ${item.id}, ${taker}, ${deps.clock()}) on conflict do nothing`)
  }
}
