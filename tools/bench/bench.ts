import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ProgramFailure } from '#server/platform/program-failure.ts'
import { takeLock } from '../lock.ts'
import { readOptions, usageFailure } from '../options.ts'
import { createDatabase } from '../postgres/databases.ts'
import { erasePostgres, startPostgres } from '../postgres/postgres.ts'
import { inProject } from '../project.ts'
import { enumeration } from './enumeration.ts'
import { type Families, makeFamilies } from './families.ts'
import { firstLoad } from './first-load.ts'
import { type Finding, shown, verdictOf } from './goal.ts'
import { overviewRead } from './overview-read.ts'
import type { Bench, Part } from './part.ts'
import { paymentPosting } from './payment-posting.ts'
import { repaymentRun } from './repayment-run.ts'
import { findingsTable, tableOf } from './report.ts'
import { scheduleInput } from './schedule-input.ts'
import { staffFind } from './staff-find.ts'
import { transactionsPage } from './transactions-page.ts'

const parts: Part[] = [
  firstLoad,
  scheduleInput,
  overviewRead,
  transactionsPage,
  enumeration,
  paymentPosting,
  repaymentRun,
  staffFind,
]

const help = `npm run bench                      measures everything, in about five minutes
npm run bench -- overview-read …   only these parts: ${parts.map(({ name }) => name).join(', ')}
npm run bench -- --quick           one round of each: shows that it runs, and no figure to rely on
npm run bench -- --instalments 1000000 as many due instalments (100,000 otherwise) in the repayment run`

const say = (text: string) => console.log(text)
const folder = inProject('.data', 'bench')
const ends: (() => Promise<void>)[] = []

let isEnding = false

/** Last started, first stopped. */
async function cleanUp(): Promise<void> {
  isEnding = true
  for (let end = ends.pop(); end; end = ends.pop()) await end()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)))
}

const { values: flags, positionals } = readOptions(
  help,
  {
    quick: { type: 'boolean', default: false },
    instalments: { type: 'string', default: '100000' },
  },
  { allowPositionals: true },
)
const unknown = positionals.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0) throw usageFailure(`There is no part ${unknown.join(', ')}.`, help)
if (!/^\d{2,7}$/.test(flags.instalments)) {
  throw usageFailure(
    `--instalments must be a number of two to seven digits, not "${flags.instalments}".`,
    help,
  )
}
if (process.platform !== 'linux')
  throw new ProgramFailure('The bench reads processor time from /proc and runs on Linux only.')

try {
  const chosen = parts.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const { findings, broken } = await measure(chosen)
  if (!isEnding) summarise(findings, broken)
  process.exitCode = broken.length > 0 ? 1 : 0
} finally {
  // After an interruption the one who handles it cleans up and ends the process.
  await (isEnding ? new Promise(() => {}) : cleanUp())
}
// Not left to Node: connections kept open for reuse would hold the prompt back for seconds.
process.exit()

async function measure(chosen: Part[]): Promise<{ findings: Finding[]; broken: string[] }> {
  const lock = await takeLock(folder)
  ends.push(
    () => rm(folder, { recursive: true, force: true }),
    () => lock.release(),
    eraseData,
  )
  // Whatever an earlier run left behind when it was killed.
  await eraseData()
  const bench = openBench()
  const findings: Finding[] = []
  const broken: string[] = []
  for (const part of chosen) {
    const startedAt = performance.now()
    say(`\n${part.name}: ${part.measures}`)
    try {
      const outcome = await part.run(bench)
      findings.push(...outcome.findings)
      say(findingsTable(outcome.findings))
      say(`\n${tableOf(outcome.rows)}`)
    } catch (error) {
      // After an interrupt, failures are expected.
      if (isEnding) return { findings, broken }
      broken.push(part.name)
      say(`  could not be measured: ${error instanceof Error ? error.message : String(error)}`)
    }
    say(`  (${shown((performance.now() - startedAt) / 1000)} s)`)
  }
  return { findings, broken }
}

function openBench(): Bench {
  let families: Promise<Families> | undefined
  return {
    folder,
    rounds: (usual) => (flags.quick ? 1 : usual),
    instalments: Number(flags.instalments),
    families: () => (families ??= fillDatabase()),
    onEnd: (stop) => void (isEnding ? stop() : ends.push(stop)),
  }
}

async function fillDatabase(): Promise<Families> {
  const startedAt = performance.now()
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  const url = await createDatabase(postgres.url('postgres'), 'families')
  const families = await makeFamilies(url, postgres.pid)
  const seconds = shown((performance.now() - startedAt) / 1000)
  say(`  families made in ${seconds} s`)
  return families
}

/** The folder itself stays: the lock is tied to it. */
async function eraseData(): Promise<void> {
  for (const name of ['postgres', join('stack', 'postgres')])
    await erasePostgres({ dataDir: join(folder, name) })
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
}

function summarise(findings: Finding[], broken: string[]): void {
  const missed = findings.filter((finding) => verdictOf(finding) !== 'goal met')
  const met = findings.length - missed.length
  say(`\n${met} of ${findings.length} goals met${missed.length > 0 ? '; not met:' : '.'}`)
  if (missed.length > 0) say(findingsTable(missed))
  if (broken.length > 0) say(`Not measured: ${broken.join(', ')}`)
}
