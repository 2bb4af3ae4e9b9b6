import { formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { readOptions, usageFailure } from './options.ts'
import { withTemporaryDatabase } from './postgres/temporary-database.ts'
import { isInOrder, report } from './rehearsal/report.ts'
import { rehearse } from './rehearsal/year.ts'
import { faultsIn } from './rehearsal/years/checks.ts'
import { rehearseYears } from './rehearsal/years/rehearse-years.ts'
import { reportYears } from './rehearsal/years/report.ts'

type OnDay = (day: CalendarDate) => void
type Outcome = { text: string; isInOrder: boolean }

const help = `npm run rehearse             the year of four plans, on a temporary database
npm run rehearse -- years    fourteen months of six families`

const rehearsals: Record<string, (databaseUrl: string, onDay: OnDay) => Promise<Outcome>> = {
  /** The whole year of four plans. */
  async year(databaseUrl, onDay) {
    const rehearsed = await rehearse(databaseUrl, onDay)
    return { text: report(rehearsed), isInOrder: isInOrder(rehearsed) }
  },
  /** Fourteen months of six families, over the end of one plan and the start of the next. */
  async years(databaseUrl, onDay) {
    const log = await rehearseYears(databaseUrl, { onDay })
    return { text: reportYears(log), isInOrder: faultsIn(log).length === 0 }
  },
}

const { positionals } = readOptions(help, {}, { allowPositionals: true })
const name = positionals.length === 0 ? 'year' : positionals.join(' ')
const rehearsal = rehearsals[name]
if (!rehearsal) throw usageFailure(`There is no rehearsal "${name}".`, help)
const began = performance.now()
await withTemporaryDatabase(async (databaseUrl) => {
  const isTerminal = process.stdout.isTTY
  const { text, isInOrder: isSuccess } = await rehearsal(databaseUrl, (day) => {
    if (isTerminal) process.stdout.write(`\r${formatDate(day).padEnd(24)}`)
  })
  if (isTerminal) process.stdout.write('\r')
  console.log(text)
  console.log(`\nDone in ${((performance.now() - began) / 1000).toFixed(0)} s.`)
  process.exitCode = isSuccess ? 0 : 1
})
process.exit()
