import type { ContactChangeView } from '#contract/contact-change.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import type { ContactChangeStatus } from '#domain/contact-change.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { putInOutbox } from '../../letters/outbox/outbox.ts'
import { countTry } from '../../platform/rate-limit/rate-limit.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { hashOfStopKey, logOutEverywhere, maskedChange } from './change-contact.ts'
import { lockContact, markStopped, type LockedCustomer } from './contact-change.store.ts'
import { findAlertFacts, findByHash, findCustomerRegion, type ContactChange } from './contact-change.reads.ts'

/** Shows the change behind a link. Opening the link changes nothing. */
export async function showContactChange(
  deps: Deps,
  key: string,
  address: string,
): Promise<ContactChangeView> {
  await countRequest(deps, address)
  const change = await findOpen(deps.db, key, deps.clock())
  return viewOf(change, (await findCustomerRegion(deps.db, change.customerId)) ?? 'AU')
}

/** Stops the change, as confirmed by the person at the former address. A second press has no further effect. */
export async function stopContactChange(
  deps: Deps,
  { key, address, requestId }: { key: string; address: string; requestId: string },
): Promise<ContactChangeView> {
  await countRequest(deps, address)
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const { customerId } = await findOpen(tx, key, now)
    const customer = await lockContact(tx, customerId)
    // Read again under the lock: another press may have come first.
    const change = await findOpen(tx, key, now)
    if (!customer) throw new Refusal('not_found')
    if (change.stoppedAt) return viewOf(change, customer.region)
    await markStopped(tx, change, now)
    await logOutEverywhere(tx, customerId, now)
    // The person is not logged in: the holder of the link is known only as the former address.
    await recordAudit(tx, {
      subjectId: customerId,
      action: 'ContactChangeStopped',
      at: now,
      details: { contactChangeId: change.id },
      requestId,
    })
    await alertStaff(tx, deps, change, customer)
    return viewOf({ ...change, stoppedAt: now }, customer.region)
  })
}

async function alertStaff(
  tx: Transaction,
  deps: Deps,
  change: ContactChange,
  { firstName, lastName, region }: LockedCustomer,
): Promise<void> {
  const facts = await findAlertFacts(tx, change)
  if (!facts) throw new Error('The author of a contact change is missing')
  await putInOutbox(tx, deps, {
    kind: 'ContactChangeStopped',
    facts: { ...facts, name: `${firstName} ${lastName}`, region, contactChangeId: change.id },
    recipient: (await companySettings({ db: tx, config: deps.config })).support[region].email,
    // The message goes to staff, also when it is sent again, so it is not linked to the customer.
    customerId: null,
  })
}

/** A stopped change is shown for as long as it is stored. Before that, the link expires. */
async function findOpen(db: Db, key: string, now: Date): Promise<ContactChange> {
  const change = await findByHash(db, hashOfStopKey(key))
  if (!change || (!change.stoppedAt && change.stopBy <= now)) throw new Refusal('stop_link_expired')
  return change
}

function countRequest({ db, clock, config }: Deps, address: string): Promise<void> {
  return countTry(db, [['stop-link-address', address]], clock(), config.rateLimits)
}

export function statusOf({ stoppedAt, resolution }: ContactChange): ContactChangeStatus {
  if (resolution) return resolution === 'Keep' ? 'Kept' : 'Restored'
  return stoppedAt ? 'Stopped' : 'Open'
}

function viewOf(change: ContactChange, region: Region): ContactChangeView {
  const { oldEmail, oldMobile, newEmail, newMobile, stoppedAt } = change
  return {
    status: statusOf(change),
    region,
    changedAt: change.changedAt.toISOString(),
    ...maskedChange({ email: oldEmail, mobile: oldMobile }, { email: newEmail, mobile: newMobile }),
    answerBy: stoppedAt && addBusinessDays(dateIn(region, stoppedAt), 1, bankCalendarOf(region)),
  }
}
