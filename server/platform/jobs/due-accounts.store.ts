import type { Transaction } from '../database/open.ts'
import { sql, type Statement } from '../database/sql.ts'

/** The next accounts for which something is due, in the order of their ids. */
export async function findAccounts(
  tx: Transaction,
  due: Statement,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  // Planned for the actual day: a generic plan would read whole tables to find that nothing is due.
  await tx.run(sql`set local plan_cache_mode = force_custom_plan`)
  return tx.values<string>(sql`
    select distinct "accountId" from (${due}) due where "accountId" > ${after}::uuid
    order by "accountId" limit ${limit}`)
}

/** Locks accounts, except those that are locked already. Returns those that it locked. */
export async function lockFreeAccounts(tx: Transaction, accountIds: readonly string[]): Promise<string[]> {
  return tx.values<string>(sql`
    select id from account where id = any(${accountIds}::uuid[]) order by id for no key update skip locked`)
}

export async function readDue<Due>(tx: Transaction, due: Statement, accountIds: readonly string[]) {
  return tx.many<Due>(sql`select * from (${due}) due where "accountId" = any(${accountIds}::uuid[])`)
}
