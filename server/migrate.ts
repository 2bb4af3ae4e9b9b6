import { orExit, readDatabaseUrl } from './config.ts'
import { migrate } from './database/migrate.ts'

const applied = await migrate(orExit(readDatabaseUrl))
process.stdout.write(
  applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`,
)
