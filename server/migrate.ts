import { readDatabaseUrl } from './config.ts'
import { migrate } from './database/migrate.ts'

const applied = await migrate(readDatabaseUrl())
process.stdout.write(
  applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`,
)
