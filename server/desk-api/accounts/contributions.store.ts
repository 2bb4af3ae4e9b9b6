import type { ContributionStatus } from '#domain/accounts.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type ContributionRow = {
  status: ContributionStatus | null
  firstName: string
  email: string
  reportedAt: Date | null
}

/** Locks the customer, so that staff and the fund change it one after the other. */
export async function lockContribution(db: Db, customerId: string) {
  return db.first<ContributionRow>(sql`
    select voluntary_contribution.status, voluntary_contribution.told_at as "reportedAt",
      customer.first_name as "firstName", customer.email
    from customer left join voluntary_contribution on voluntary_contribution.customer_id = customer.id
    where customer.id = ${customerId} for no key update of customer`)
}

export async function saveInvite(db: Db, customerId: string, inviteUrl: string): Promise<void> {
  await db.run(sql`
    insert into voluntary_contribution (customer_id, status, invite_url)
    values (${customerId}, 'InviteSent', ${inviteUrl})
    on conflict (customer_id) do update set status = 'InviteSent', invite_url = excluded.invite_url`)
}

export async function setContribution(
  db: Db,
  customerId: string,
  status: ContributionStatus,
  reportedAt: Date | null,
): Promise<void> {
  await db.run(sql`
    update voluntary_contribution set status = ${status}, told_at = coalesce(${reportedAt}, told_at)
    where customer_id = ${customerId}`)
}

/** Returns false if the fund has already sent this event. */
export async function insertContributionEvent(
  db: Db,
  event: { id: string; customerId: string; status: string; happenedAt: Date; receivedAt: Date },
): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into contribution_event (id, customer_id, status, happened_at, received_at)
    values (${event.id}, ${event.customerId}, ${event.status}, ${event.happenedAt}, ${event.receivedAt})
    on conflict (id) do nothing`)
  return inserted === 1
}
