import { readDatabaseUrl } from './platform/config.ts'
import { migrate } from './platform/database/migrate.ts'
import { reachDatabase } from './platform/database/reach.ts'
import { orExit } from './platform/settings/setting.ts'

const databaseUrl = orExit(readDatabaseUrl)
await reachDatabase(databaseUrl, { mayBeEmpty: true })
const applied = await migrate(databaseUrl)
process.stdout.write(
  applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`,
)
