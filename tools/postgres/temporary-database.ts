import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/platform/database/migrate.ts'
import { createDatabase } from './databases.ts'
import { erasePostgres, startPostgres } from './postgres.ts'

/** A migrated database on a PostgreSQL of its own. Both are gone when the work is done. */
export async function withTemporaryDatabase<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'larkwell-temporary-'))
  const dataDir = join(folder, 'postgres')
  try {
    const postgres = await startPostgres({ dataDir, isThrowaway: true })
    const databaseUrl = await createDatabase(postgres.url('postgres'), 'larkwell')
    await migrate(databaseUrl)
    return await work(databaseUrl)
  } finally {
    await erasePostgres({ dataDir })
    await rm(folder, { recursive: true, force: true })
  }
}
