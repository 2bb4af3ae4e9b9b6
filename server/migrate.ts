import { parseArgs } from 'node:util'
import { readDatabaseUrl } from './platform/config.ts'
import { migrate } from './platform/database/migrate.ts'
import { reachDatabase } from './platform/database/reach.ts'
import { failInSentences } from './platform/program-failure.ts'

failInSentences()
// It takes no options: `--dry-run` must not migrate.
parseArgs()
const databaseUrl = readDatabaseUrl()
await reachDatabase(databaseUrl, { mayBeEmpty: true })
const applied = await migrate(databaseUrl)
process.stdout.write(
  applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`,
)
