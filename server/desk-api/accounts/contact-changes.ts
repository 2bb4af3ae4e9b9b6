import type { StaffContactChange, StaffCustomer } from '#contract/staff-customers.ts'
import type { ContactDecision } from '#domain/contact-change.ts'
import { changeContact } from '../../people/contact-change/change-contact.ts'
import type { Contact } from '../../people/contact-change/contact-change.reads.ts'
import { readContactChanges, resolveContactChange } from '../../people/contact-change/resolve-change.ts'
import { statusOf } from '../../people/contact-change/stop-change.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import { recordView, type StaffActor, type Viewer } from '../../people/audit/staff-audit.ts'
import { readCustomer } from './customers.ts'

export async function setCustomerContact(
  deps: Deps,
  actor: StaffActor,
  customerId: string,
  contact: Partial<Contact>,
): Promise<StaffCustomer> {
  await deps.db.transaction((tx) => changeContact(tx, deps, actor, customerId, contact))
  return readCustomer(deps, customerId)
}

export async function decideContactChange(
  deps: Deps,
  actor: StaffActor,
  decided: { id: string; decision: ContactDecision },
): Promise<StaffCustomer> {
  return readCustomer(deps, await resolveContactChange(deps, actor, decided))
}

export async function showContactChanges(
  { db, clock }: BasicDeps,
  viewer: Viewer,
  customerId: string,
): Promise<StaffContactChange[]> {
  const changes = await readContactChanges(db, customerId)
  await recordView({ db, clock }, viewer, { subjectIds: [customerId], action: 'ContactChangesListed' })
  return changes.map((change) => ({
    ...onTheWire(change),
    status: statusOf(change),
    changedBy: change.changedByEmail,
  }))
}
