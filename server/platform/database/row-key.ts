/** The key of a row: its account, if it belongs to one, and its id. */
export type RowKey = { accountId: string; id: string }
