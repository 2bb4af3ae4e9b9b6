import type { ContributionStatus } from '#domain/accounts.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { AccountFacts } from './account-facts.ts'
import { selectPaymentFacts, withCalendar, type AccountPayments, type StoredPayments } from './plans.reads.ts'

export type Contribution = { status: ContributionStatus; inviteUrl: string }

export type ListedAccount = { facts: AccountFacts; payments: AccountPayments }

export async function listAccountFacts(db: Db, customerId: string): Promise<ListedAccount[]> {
  const rows = await db.many<{ facts: AccountFacts; payments: StoredPayments }>(sql`
    select facts, (${selectPaymentFacts(sql`account_facts.account_id`)}) as payments
    from account_facts
    where account_id in (select account_id from account_member where customer_id = ${customerId})
    order by facts ->> 'institutionName', facts ->> 'shortId'`)
  return rows.map(({ facts, payments }) => ({ facts, payments: withCalendar(payments) }))
}

export async function findContribution(db: Db, customerId: string): Promise<Contribution | undefined> {
  return db.first<Contribution>(sql`
    select status, invite_url as "inviteUrl" from voluntary_contribution where customer_id = ${customerId}`)
}

export async function findSetupStatus(db: Db, accountId: string) {
  return db.value<AccountFacts['setupStatus'] | undefined>(sql`
    select setup_status as status from account where id = ${accountId}`)
}

export async function findClosedAt(db: Db, accountId: string): Promise<Date | null> {
  return db.value<Date | null>(sql`select closed_at from account where id = ${accountId}`)
}

export async function lockRow(tx: Transaction, accountId: string): Promise<void> {
  await tx.run(sql`select 1 from account where id = ${accountId} for no key update`)
}
