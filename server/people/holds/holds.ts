import { randomUUID } from 'node:crypto'
import { datesIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { HoldEnd } from '#domain/care.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { workThrough } from '../../platform/jobs/work-through.ts'
import {
  claimExpiredHolds,
  closeHold,
  insertHold,
  releaseLetters,
  setHoldEnd,
  withdrawNotices,
} from './holds.store.ts'
import { findOpenHold } from './holds.reads.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/** From here on nothing is collected from an account. A payment that is already with the bank cannot be stopped. */
export async function startHold(
  tx: Transaction,
  { accountId, endsOn, at }: { accountId: string; endsOn: CalendarDate; at: Date },
): Promise<string> {
  const id = randomUUID()
  await insertHold(tx, { accountId, id, startedAt: at, endsOn })
  await withdrawNotices(tx, accountId)
  return id
}

/** Moves the end of a hold. If the hold is over, starts a new one and returns its id. */
export async function extendHold(
  tx: Transaction,
  hold: { accountId: string; endsOn: CalendarDate; at: Date },
): Promise<string | undefined> {
  if (!(await findOpenHold(tx, hold.accountId))) return startHold(tx, hold)
  await setHoldEnd(tx, hold)
  return undefined
}

/** Payments continue, each after a new notice. False when the hold had already ended. */
export async function endHold(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  { accountId, by }: { accountId: string; by: HoldEnd },
): Promise<boolean> {
  if (!(await closeHold(tx, { accountId, by, at: clock() }))) return false
  await withdrawNotices(tx, accountId)
  await releaseLetters(tx, accountId, datesIn(clock()))
  return true
}

const atOnce = 100

/** Ends the holds whose last day has passed and returns how many. An unanswered request stays in the queue. */
export async function endExpiredHolds(
  deps: Deps,
  notifyEnd: (tx: Transaction, accountId: string) => Promise<void>,
): Promise<number> {
  return workThrough<RowKey>(deps, {
    name: 'end-holds',
    itemOf: ({ accountId, id }) => ({ item: id, accountId }),
    atOnce,
    claim: (tx, turn) => claimExpiredHolds(tx, datesIn(deps.clock()), turn),
    process: async (tx, holds) => {
      for (const { accountId, id } of holds) {
        if (await endHold(tx, deps, { accountId, by: 'Over' })) await notifyEnd(tx, accountId)
        const details = { holdId: id, by: 'Over' }
        await recordAudit(tx, { subjectId: accountId, action: 'HoldEnded', at: deps.clock(), details })
      }
    },
  })
}
