import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatDate } from '#domain/calendar/calendar.ts'
import { migrate } from '#server/database/migrate.ts'
import { createDatabase } from './postgres/databases.ts'
import { erasePostgres, startPostgres } from './postgres/postgres.ts'
import { isInOrder, report } from './rehearsal/report.ts'
import { rehearse } from './rehearsal/year.ts'

/** `npm run rehearse`: the whole year of four plans in a minute, on a temporary database. */
const folder = await mkdtemp(join(tmpdir(), 'larkwell-rehearsal-'))
const dataDir = join(folder, 'postgres')
const began = performance.now()
try {
  const postgres = await startPostgres({ dataDir })
  const databaseUrl = await createDatabase(postgres.url('postgres'), 'rehearsal')
  await migrate(databaseUrl)
  const isTerminal = process.stdout.isTTY
  const rehearsed = await rehearse(databaseUrl, (day) => {
    if (isTerminal) process.stdout.write(`\r${formatDate(day).padEnd(24)}`)
  })
  if (isTerminal) process.stdout.write('\r')
  console.log(report(rehearsed))
  console.log(`\nA year and a half in ${((performance.now() - began) / 1000).toFixed(0)} s.`)
  process.exitCode = isInOrder(rehearsed) ? 0 : 1
} finally {
  await erasePostgres({ dataDir })
  await rm(folder, { recursive: true, force: true })
}
process.exit()
