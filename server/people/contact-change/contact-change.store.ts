import type { ContactDecision } from '#domain/contact-change.ts'
import type { Region } from '#domain/region.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Contact, ContactChange } from './contact-change.reads.ts'

export type LockedCustomer = Contact & { firstName: string; lastName: string; region: Region }

/**
 * Takes the lock that log-ins take too: a session is either opened before the change and ended by it, or not opened.
 */
export async function lockContact(tx: Transaction, customerId: string) {
  return tx.first<LockedCustomer>(sql`
    select email, mobile_e164 as mobile, first_name as "firstName", last_name as "lastName", region
    from customer where id = ${customerId} for no key update`)
}

export async function setContact(
  tx: Transaction,
  customerId: string,
  { email, mobile }: Contact,
): Promise<void> {
  await tx.run(sql`
    update customer set email = ${email}, mobile_e164 = ${mobile} where id = ${customerId}`)
}

/** Codes that confirm a withdrawal were sent to the former mobile. */
export async function closeWithdrawalCodes(tx: Transaction, customerId: string, at: Date): Promise<void> {
  await tx.run(sql`
    update withdrawal_code set closed_at = ${at} where customer_id = ${customerId} and closed_at is null`)
}

export async function insertContactChange(
  tx: Transaction,
  change: Omit<ContactChange, 'stoppedAt' | 'resolvedAt' | 'resolution'> & { stopHash: Buffer },
): Promise<void> {
  await tx.run(sql`
    insert into contact_change (customer_id, id, old_email, new_email, old_mobile, new_mobile, changed_at, changed_by,
      reason, blocked_until, stop_hash, stop_by)
    values (${change.customerId}, ${change.id}, ${change.oldEmail}, ${change.newEmail}, ${change.oldMobile},
      ${change.newMobile}, ${change.changedAt}, ${change.changedBy}, ${change.reason}, ${change.blockedUntil},
      ${change.stopHash}, ${change.stopBy})`)
}

export async function markStopped(
  tx: Transaction,
  { customerId, id }: Pick<ContactChange, 'customerId' | 'id'>,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    update contact_change set stopped_at = ${at} where customer_id = ${customerId} and id = ${id}`)
}

export async function markResolved(
  tx: Transaction,
  { customerId, id }: Pick<ContactChange, 'customerId' | 'id'>,
  resolved: { decision: ContactDecision; staffId: string; reason: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    update contact_change set resolution = ${resolved.decision}, resolved_by = ${resolved.staffId},
      resolution_reason = ${resolved.reason}, resolved_at = ${resolved.now}
    where customer_id = ${customerId} and id = ${id}`)
}
