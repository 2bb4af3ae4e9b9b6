import type { ContactDecision } from '#domain/contact-change.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { ChangeDeps, Deps } from '../../platform/deps.ts'
import { putInOutbox } from '../../letters/outbox/outbox.ts'
import { recordAction, type StaffActor } from '../audit/staff-audit.ts'
import { changeContact } from './change-contact.ts'
import { lockContact, markResolved, type LockedCustomer } from './contact-change.store.ts'
import {
  findContactChange,
  listContactChanges,
  type Contact,
  type ContactChange,
} from './contact-change.reads.ts'

/** Newest first. */
export const readContactChanges = listContactChanges

/**
 * Applies the decision of staff, who have spoken with the family, about a stopped change: it is kept, or the former
 * contact is restored. A restoration is a change like any other: all addresses are notified, and the replaced address
 * can stop it in turn. Returns the customer's id.
 */
export async function resolveContactChange(
  deps: ChangeDeps,
  actor: StaffActor,
  { id, decision }: { id: string; decision: ContactDecision },
): Promise<string> {
  const now = deps.clock()
  const { staffId } = actor.staff
  const { customerId } = await readChange(deps.db, id)
  await deps.db.transaction(async (tx) => {
    const customer = await lockContact(tx, customerId)
    // Read again under the lock: if two people decide at once, the second finds it decided.
    const change = await readChange(tx, id)
    if (!customer) throw new Refusal('not_found')
    if (!change.stoppedAt) throw new Refusal('not_possible')
    if (change.resolvedAt) throw new Refusal('already_decided')
    // Otherwise a thief who took over a customer could dismiss the alarm as well.
    if (change.changedBy === staffId) {
      const fault = 'You made this change yourself, so somebody else has to decide on it.'
      throw new Refusal('forbidden', { fields: { staff: fault } })
    }
    await markResolved(tx, change, { decision, staffId, reason: actor.reason, now })
    await recordAction(tx, actor, {
      subjectId: customerId,
      action: decision === 'Keep' ? 'ContactChangeKept' : 'FormerContactRestored',
      at: now,
      details: { contactChangeId: id },
    })
    if (decision === 'Restore') await changeContact(tx, deps, actor, customerId, formerContact(change))
    else await notifyChangeKept(tx, deps, change, customer)
  })
  return customerId
}

async function readChange(db: Db, id: string): Promise<ContactChange> {
  return orNotFound(await findContactChange(db, id))
}

/** Fields that this change did not touch keep their present value. */
function formerContact({ oldEmail, newEmail, oldMobile, newMobile }: ContactChange): Partial<Contact> {
  return {
    ...(oldEmail !== newEmail && { email: oldEmail }),
    ...(oldMobile !== newMobile && { mobile: oldMobile }),
  }
}

async function notifyChangeKept(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  { customerId, oldEmail }: ContactChange,
  { firstName, region, email }: LockedCustomer,
): Promise<void> {
  for (const recipient of new Set([oldEmail, email])) {
    await putInOutbox(tx, deps, {
      kind: 'ContactChangeKept',
      facts: { firstName, region },
      recipient,
      // A message that is sent again goes to the customer's current address, so a copy for the former address must
      // not be linked to the customer.
      customerId: recipient === email ? customerId : null,
    })
  }
}
