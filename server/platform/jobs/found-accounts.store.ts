import type { Transaction } from '../database/open.ts'
import { sql, type Statement } from '../database/sql.ts'

/** Accounts in the order of their ids: those after one, with so many rows that the last of them is whole. */
export type Page = { after: string; limit: number }

/** The last condition of a query that finds rows of accounts, its order and its limit. */
export const onPage = ({ after, limit }: Page, accountId: Statement) => sql`
  ${accountId} > ${after}::uuid order by ${accountId} fetch first ${limit} rows with ties`

/**
 * Has statements over all families planned for the actual day: a generic plan would read whole tables to find that
 * nothing is due. Holds for the transaction.
 */
export async function planForNow(tx: Transaction): Promise<void> {
  await tx.run(sql`set local plan_cache_mode = force_custom_plan`)
}

/** Locks the accounts of rows, except those that are locked already. Returns the rows of the accounts that it locked. */
export async function lockFreeAccounts<Row extends { accountId: string }>(
  tx: Transaction,
  rows: readonly Row[],
): Promise<Row[]> {
  const locked = await tx.values<string>(sql`
    select id from account where id = any(${rows.map(({ accountId }) => accountId)}::uuid[])
    order by id for no key update skip locked`)
  const ours = new Set(locked)
  return rows.filter(({ accountId }) => ours.has(accountId))
}
