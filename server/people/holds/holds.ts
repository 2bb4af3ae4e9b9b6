import { randomUUID } from 'node:crypto'
import { datesIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { HoldEnd } from '#domain/care.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { workThrough } from '../../platform/jobs/work-through.ts'
import { writeOfEnd, type LetterDeps } from '../../plans/care/care-letters.ts'
import {
  claimOverHolds,
  closeHold,
  insertHold,
  releaseLetters,
  takeBackNotices,
  type Hold,
} from './holds.store.ts'

/** From here on nothing is collected of an account. What is with the bank already cannot be stopped. */
export async function startHold(
  tx: Transaction,
  { accountId, endsOn, at }: { accountId: string; endsOn: CalendarDate; at: Date },
): Promise<string> {
  const id = randomUUID()
  await insertHold(tx, { accountId, id, startedAt: at, endsOn })
  await takeBackNotices(tx, accountId)
  return id
}

/**
 * Payments go on, each after a new notice. False when the hold had ended already. Who has accepted an arrangement is told
 * by the letter about it.
 */
export async function endHold(
  tx: Transaction,
  deps: LetterDeps,
  { accountId, by }: { accountId: string; by: HoldEnd },
): Promise<boolean> {
  if (!(await closeHold(tx, { accountId, by, at: deps.clock() }))) return false
  await takeBackNotices(tx, accountId)
  await releaseLetters(tx, accountId, datesIn(deps.clock()))
  if (by !== 'Accepted') await writeOfEnd(tx, deps, accountId, by)
  return true
}

const atOnce = 100

/** Ends the holds whose last day is over. A request that nobody has answered stays in the queue. Returns how many. */
export async function endOverHolds(deps: Deps): Promise<number> {
  return workThrough<Pick<Hold, 'accountId' | 'id'>>(deps, {
    name: 'end-holds',
    itemOf: ({ accountId, id }) => ({ item: id, accountId }),
    atOnce,
    claim: (tx, turn) => claimOverHolds(tx, datesIn(deps.clock()), turn),
    process: async (tx, holds) => {
      for (const { accountId, id } of holds) {
        await endHold(tx, deps, { accountId, by: 'Over' })
        const details = { holdId: id, by: 'Over' }
        await recordAudit(tx, { subjectId: accountId, action: 'HoldEnded', at: deps.clock(), details })
      }
    },
  })
}
