import type { FileReply } from '#contract/endpoint.ts'
import type { Statement } from '#contract/statements.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { orNotFound } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { openFile } from '../../platform/files/stored-files.ts'
import { findStatement, listStatements } from './statements.store.ts'

export async function readStatements({ db }: Pick<Deps, 'db'>, accountId: string): Promise<Statement[]> {
  const rows = await listStatements(db, accountId)
  return rows.map(({ id, name, createdAt, region }) => ({ id, name, issuedDate: dateIn(region, createdAt) }))
}

export async function readStatementFile(
  deps: Pick<Deps, 'db' | 'config'>,
  { accountId, statementId }: { accountId: string; statementId: string },
): Promise<FileReply> {
  const statement = orNotFound(await findStatement(deps.db, { accountId, id: statementId }))
  const { name, bytes } = await openFile(deps.db, deps, { accountId, id: statement.fileId })
  return { fileName: name, bytes }
}
