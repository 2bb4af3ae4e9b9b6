import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createDatabase } from './postgres/databases.ts'
import { erasePostgres, startPostgres } from './postgres/postgres.ts'
import type { Program } from './rehearsal/cast.ts'
import { faultsIn } from './rehearsal/checks.ts'
import { rehearse } from './rehearsal/rehearse.ts'
import { report } from './rehearsal/report.ts'
import { planYear } from './rehearsal/year.ts'
import { fourteenMonths } from './rehearsal/years.ts'

/** `npm run rehearse`, or `npm run rehearse -- years`: on a temporary database. */
const programs: Record<string, Program> = { year: planYear, years: fourteenMonths }

const [name = 'year'] = process.argv.slice(2)
const program = programs[name]
if (!program) {
  console.error(`There is no rehearsal "${name}": ${Object.keys(programs).join(', ')}`)
  process.exit(1)
}
const folder = await mkdtemp(join(tmpdir(), 'larkwell-rehearsal-'))
const dataDir = join(folder, 'postgres')
const began = performance.now()
const { isTTY: isTerminal } = process.stdout
try {
  const postgres = await startPostgres({ dataDir })
  const databaseUrl = await createDatabase(postgres.url('postgres'), 'rehearsal')
  await migrate(databaseUrl)
  const log = await rehearse(databaseUrl, program, showProgress)
  if (isTerminal) process.stdout.write('\r')
  console.log(report(log))
  console.log(`\nDone in ${((performance.now() - began) / 1000).toFixed(0)} s.`)
  process.exitCode = faultsIn(log).length === 0 ? 0 : 1
} finally {
  await erasePostgres({ dataDir })
  await rm(folder, { recursive: true, force: true })
}
process.exit()

/** The day on a terminal; elsewhere a line for each month. */
function showProgress(day: CalendarDate): void {
  if (isTerminal) process.stdout.write(`\r${formatDate(day).padEnd(24)}`)
  else if (day === program?.firstDay || day.endsWith('-01')) console.log(formatDate(day))
}
