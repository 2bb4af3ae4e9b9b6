import type { ContactChangeTimes, ContactDecision } from '#domain/contact-change.ts'
import type { Region } from '#domain/region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type Contact = { email: string; mobile: string | null }

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

export async function findByHash(db: Db, stopHash: Buffer) {
  return db.first<ContactChange>(sql`select ${columns} from contact_change where stop_hash = ${stopHash}`)
}

export async function findContactChange(db: Db, id: string) {
  return db.first<ContactChange>(sql`select ${columns} from contact_change where id = ${id}`)
}

/** Newest first. */
export async function listContactChanges(db: Db, customerId: string) {
  return db.many<ContactChange & { changedByEmail: string }>(sql`
    select change.*, staff.email as "changedByEmail"
    from (select ${columns} from contact_change where customer_id = ${customerId}) change
      join staff on staff.id = change."changedBy"
    order by "changedAt" desc, change.id`)
}

/** The contacts before changes that still block: their owners are notified of a further change too. */
export async function listFormerContacts(tx: Transaction, customerId: string, now: Date) {
  return tx.many<Contact>(sql`
    select old_email as email, old_mobile as mobile from contact_change
    where customer_id = ${customerId}
      and (blocked_until > ${now} or stopped_at is not null and resolved_at is null)
    order by changed_at, id`)
}

/** Changes of any member whose block has not ended, or that were stopped and are not resolved. */
export async function listBlocking(db: Db, accountIds: readonly string[], now: Date) {
  return db.many<ContactChangeTimes & { accountId: string }>(sql`
    select member.account_id as "accountId", change.blocked_until as "blockedUntil",
      change.stopped_at as "stoppedAt", change.resolved_at as "resolvedAt"
    from account_member member join contact_change change on change.customer_id = member.customer_id
    where member.account_id = any(${accountIds}::uuid[])
      and (change.blocked_until > ${now} or change.stopped_at is not null and change.resolved_at is null)`)
}

export async function findRegion(db: Db, accountId: string) {
  return db.value<Region | undefined>(sql`select region from account where id = ${accountId}`)
}

/** The short ids of the customer's accounts, separated by commas, and who made the change. */
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

export async function findCustomerRegion(db: Db, customerId: string) {
  return db.value<Region | undefined>(sql`select region from customer where id = ${customerId}`)
}
