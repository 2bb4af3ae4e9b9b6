import type { IdentityOutcome } from '#domain/identity.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.store.ts'

export async function insertCreditCheck(
  db: Db,
  check: { accountId: string; id: string; customerId: string; at: Date },
): Promise<void> {
  await db.run(sql`
    insert into identity_check (account_id, id, manner, asked_by, created_at)
    values (${check.accountId}, ${check.id}, 'CreditBody', ${check.customerId}, ${check.at})`)
}

export async function decideCreditCheck(
  db: Db,
  check: {
    accountId: string
    id: string
    outcome: IdentityOutcome
    reference: string | null
    failure: string | null
    at: Date
  },
): Promise<boolean> {
  const count = await db.run(sql`
    update identity_check set outcome = ${check.outcome}, provider_reference = ${check.reference},
      failure = ${check.failure}, decided_at = ${check.at}
    where account_id = ${check.accountId} and id = ${check.id} and outcome is null`)
  return count === 1
}

export type CheckKey = { accountId: string; id: string }

export async function claimCreditChecksBefore(tx: Db, time: Date, turn: Turn): Promise<CheckKey[]> {
  return tx.many<CheckKey>(sql`
    select account_id as "accountId", id from identity_check
    where manner = 'CreditBody' and outcome is null and created_at < ${time} and ${isFree(turn, sql`id::text`)}
    limit ${turn.limit} for update skip locked`)
}
