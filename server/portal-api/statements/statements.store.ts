import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

export type StatementRow = { id: string; name: string; createdAt: Date; region: Region }

/** Unordered: the caller sorts them. */
export async function listStatements(db: Db, accountId: string) {
  return db.many<StatementRow>(sql`
    select statement.id, statement.name, statement.created_at as "createdAt", account.region
    from statement join account on account.id = statement.account_id
    where statement.account_id = ${accountId} order by statement.id`)
}

export async function findStatement(db: Db, { accountId, id }: RowKey) {
  return db.first<{ fileId: string | null }>(sql`
    select file_id as "fileId" from statement where account_id = ${accountId} and id = ${id}`)
}
