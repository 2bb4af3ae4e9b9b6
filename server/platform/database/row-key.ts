import { sql } from './sql.ts'

/** The key of a row: its account, if it belongs to one, and its id. */
export type RowKey = { accountId: string; id: string }

/** A table of keys, for a join. */
export const rowKeys = (rows: readonly RowKey[]) => sql`
  unnest(${rows.map(({ accountId }) => accountId)}::uuid[], ${rows.map(({ id }) => id)}::uuid[])
    as key (account_id, id)`
