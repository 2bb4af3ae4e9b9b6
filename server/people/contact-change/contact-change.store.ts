import type { ContactChangeTimes, ContactDecision } from '#domain/contact-change.ts'
import type { Region } from '#domain/region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type Contact = { email: string; mobile: string | null }

export type LockedCustomer = Contact & { firstName: string; lastName: string; region: Region }

/** Under the lock that log-ins take too: a session is opened before the change, and ended by it, or not at all. */
export async function lockContact(tx: Transaction, customerId: string): Promise<LockedCustomer | undefined> {
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

/** Codes to confirm a withdrawal went to the former mobile. */
export async function closeWithdrawalCodes(tx: Transaction, customerId: string, at: Date): Promise<void> {
  await tx.run(sql`
    update withdrawal_code set closed_at = ${at} where customer_id = ${customerId} and closed_at is null`)
}

export type ContactChange = ContactChangeTimes & {
  customerId: string
  id: string
  oldEmail: string
  newEmail: string
  oldMobile: string | null
  newMobile: string | null
  changedAt: Date
  changedBy: string
  reason: string
  stopBy: Date
  resolution: ContactDecision | null
}

const columns = sql`
  customer_id as "customerId", id, old_email as "oldEmail", new_email as "newEmail", old_mobile as "oldMobile",
  new_mobile as "newMobile", changed_at as "changedAt", changed_by as "changedBy", reason,
  blocked_until as "blockedUntil", stop_by as "stopBy", stopped_at as "stoppedAt", resolved_at as "resolvedAt",
  resolution`

export async function insertChange(
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

export async function findByHash(db: Db, stopHash: Buffer): Promise<ContactChange | undefined> {
  return db.first<ContactChange>(sql`select ${columns} from contact_change where stop_hash = ${stopHash}`)
}

export async function findChange(db: Db, id: string): Promise<ContactChange | undefined> {
  return db.first<ContactChange>(sql`select ${columns} from contact_change where id = ${id}`)
}

/** Newest first. */
export async function listChanges(
  db: Db,
  customerId: string,
): Promise<(ContactChange & { changedByEmail: string })[]> {
  return db.many(sql`
    select found.*, staff.email as "changedByEmail"
    from (select ${columns} from contact_change where customer_id = ${customerId}) found
      join staff on staff.id = found."changedBy"
    order by "changedAt" desc, found.id`)
}

/** Where the customer was reached before changes that still block: those people are told of a further change too. */
export async function listFormerContacts(tx: Transaction, customerId: string, now: Date): Promise<Contact[]> {
  return tx.many<Contact>(sql`
    select old_email as email, old_mobile as mobile from contact_change
    where customer_id = ${customerId}
      and (blocked_until > ${now} or stopped_at is not null and resolved_at is null)
    order by changed_at, id`)
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

/** What blocks these accounts, or may have: each change of a member whose time or question is open. */
export async function listBlocking(
  db: Db,
  accountIds: readonly string[],
  now: Date,
): Promise<(ContactChangeTimes & { accountId: string })[]> {
  return db.many(sql`
    select member.account_id as "accountId", change.blocked_until as "blockedUntil",
      change.stopped_at as "stoppedAt", change.resolved_at as "resolvedAt"
    from account_member member join contact_change change on change.customer_id = member.customer_id
    where member.account_id = any(${accountIds}::uuid[])
      and (change.blocked_until > ${now} or change.stopped_at is not null and change.resolved_at is null)`)
}

export async function findRegion(db: Db, accountId: string): Promise<Region | undefined> {
  const row = await db.first<{ region: Region }>(sql`select region from account where id = ${accountId}`)
  return row?.region
}

/** The short ids of the customer's accounts, as a list in words, and who made the change. */
export async function findAlertFacts(
  db: Db,
  { customerId, changedBy }: Pick<ContactChange, 'customerId' | 'changedBy'>,
): Promise<{ accounts: string | null; staffEmail: string } | undefined> {
  return db.first(sql`
    select (select string_agg(short_id, ', ' order by short_id) from account_member
        join account on account.id = account_member.account_id where customer_id = ${customerId}) as accounts,
      email as "staffEmail"
    from staff where id = ${changedBy}`)
}

export async function findCustomerRegion(db: Db, customerId: string): Promise<Region | undefined> {
  const row = await db.first<{ region: Region }>(sql`select region from customer where id = ${customerId}`)
  return row?.region
}
