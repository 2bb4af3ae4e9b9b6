import { formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { readOptions, usageFailure } from './options.ts'
import { withTemporaryDatabase } from './postgres/temporary-database.ts'
import type { Program } from './rehearsal/cast.ts'
import { faultsIn } from './rehearsal/checks.ts'
import { rehearse } from './rehearsal/rehearse.ts'
import { report } from './rehearsal/report.ts'
import { planYear } from './rehearsal/year.ts'
import { fourteenMonths } from './rehearsal/years.ts'

const help = `npm run rehearse             a plan year of eight families, on a temporary database
npm run rehearse -- years    fourteen months of six families`

const programs: Record<string, Program> = { year: planYear, years: fourteenMonths }

const { positionals } = readOptions(help, {}, { allowPositionals: true })
const name = positionals.length === 0 ? 'year' : positionals.join(' ')
const program = programs[name]
if (!program) throw usageFailure(`There is no rehearsal "${name}".`, help)
const began = performance.now()
const { isTTY: isTerminal } = process.stdout
await withTemporaryDatabase(async (databaseUrl) => {
  const log = await rehearse(databaseUrl, program, showProgress)
  if (isTerminal) process.stdout.write('\r')
  console.log(report(log))
  console.log(`\nDone in ${((performance.now() - began) / 1000).toFixed(0)} s.`)
  process.exitCode = faultsIn(log).length === 0 ? 0 : 1
})
process.exit()

/** The day on a terminal; elsewhere a line for each month. */
function showProgress(day: CalendarDate): void {
  if (isTerminal) process.stdout.write(`\r${formatDate(day).padEnd(24)}`)
  else if (day === program?.firstDay || day.endsWith('-01')) console.log(formatDate(day))
}
