import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { remittanceReturnedEntry, remittanceSentEntry, type Entry } from '#domain/ledger.ts'
import { fieldRefusal, orNotFound, Refusal } from '#domain/refusal.ts'
import { remittanceTransitions } from '#domain/remittances.ts'
import { mayFollow } from '#domain/transitions.ts'
import type { AuditAction } from '#domain/audit-words.ts'
import { companyId, recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { companyAccountId } from '../ledger/invariants.ts'
import { postEntry } from '../ledger/ledger.ts'
import {
  lockRemittance,
  markPaid,
  markReturned,
  markSent,
  type RemittanceToMove,
} from './remittances.store.ts'

/** Records that the bank was told to pay a released remittance: its money has left our books. */
export async function recordSent(deps: BasicDeps, actor: StaffActor, id: string): Promise<void> {
  await takeStep(deps, actor, { id, to: 'Sent', action: 'RemittanceSent' }, async (tx, remittance, now) => {
    await markSent(tx, id, now)
    await post(tx, remittance, remittanceSentEntry(remittance.amount), now)
  })
}

/** Records that the bank has paid a remittance, on the day that its statement names. */
export async function recordPaid(
  deps: BasicDeps,
  actor: StaffActor,
  { id, paidOn }: { id: string; paidOn: CalendarDate },
): Promise<void> {
  await takeStep(
    deps,
    actor,
    { id, to: 'Paid', action: 'RemittancePaid', details: { paidOn } },
    async (tx, { region, sentAt }, now) => {
      if (sentAt && paidOn < dateIn(region, sentAt)) {
        throw fieldRefusal({ paidOn: 'Must not be before the day on which it was sent to the bank' })
      }
      if (paidOn > dateIn(region, now)) throw fieldRefusal({ paidOn: 'Must not be in the future' })
      await markPaid(tx, id, { paidOn, now })
    },
  )
}

/** Records that the bank has sent a remittance back: it is due again, and two people have to release it again. */
export async function recordReturned(deps: BasicDeps, actor: StaffActor, id: string): Promise<void> {
  await takeStep(
    deps,
    actor,
    { id, to: 'Returned', action: 'RemittanceReturned' },
    async (tx, remittance, now) => {
      await markReturned(tx, id, { today: dateIn(remittance.region, now), now })
      await post(tx, remittance, remittanceReturnedEntry(remittance.amount), now)
    },
  )
}

type Step = {
  id: string
  to: 'Sent' | 'Paid' | 'Returned'
  action: AuditAction
  details?: Record<string, string>
}

/** Of two people who record a step at once, the second waits here and is told that it was done. */
async function takeStep(
  { db, clock }: BasicDeps,
  actor: StaffActor,
  { id, to, action, details }: Step,
  take: (tx: Transaction, remittance: RemittanceToMove, now: Date) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock()
    const remittance = orNotFound(await lockRemittance(tx, id))
    const { state } = remittance
    if (!mayFollow(remittanceTransitions, state, to)) {
      if (state === 'Due') throw new Refusal('remittance_not_released')
      throw new Refusal(state === 'Released' ? 'remittance_not_sent' : 'already_decided')
    }
    await take(tx, remittance, now)
    await recordAction(tx, actor, {
      subjectId: companyId,
      action,
      at: now,
      details: { remittanceId: id, ...details },
    })
  })
}

/** In the company's own books: a family's say nothing of what other families paid. */
async function post(
  tx: Transaction,
  { id, institutionId, region, currency }: RemittanceToMove,
  entry: Entry,
  now: Date,
): Promise<void> {
  await postEntry(tx, entry, {
    accountId: companyAccountId,
    institutionId,
    currency,
    postedOn: dateIn(region, now),
    causeId: id,
    now,
  })
}
