import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase, type Database, type Db } from '#server/platform/database/open.ts'
import type { Statement } from '#server/platform/database/sql.ts'
import type { Viewer } from '#server/people/audit/staff-audit.ts'
import { find } from '#server/desk-api/find/find.ts'
import { createDatabase } from '../postgres/databases.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { explaining, type PlanNode } from './explain.ts'
import { makeFindFamilies } from './find-families.ts'
import { atMost, type Finding, median, quantile, shown } from './goal.ts'
import type { Bench, Outcome, Part } from './part.ts'

const families = 100_000

/** What staff type, and the worst of each kind: names that thousands have, parts that are in everybody's. */
const searches = {
  'a common name': 'smith',
  'a rare name': 'Pemoncroft',
  'a part of many names': 'son',
  'two letters': 'ma',
  'first and last name': 'olivia cole',
  'a mistyped name': 'Pemmoncroff',
  'a name of nobody': 'Xyqwvutz',
  'an e-mail address': 'leena.smith',
  'a mistyped e-mail address': 'leena.smtih@mail.example',
  'a mobile': '0410 012 344',
  'an id': 'LW123456',
  'a part of an id': '1234',
  'a BPAY reference': '1070007',
  'a BPAY reference with a slip': '1070070',
  'the id of a payment': 'pi_4321x2',
} as const

export const staffFind: Part = {
  name: 'staff-find',
  measures: `what staff type, found among ${shown(families)} families`,
  run,
}

const viewer: Viewer = {
  staff: { staffId: randomUUID(), email: 'bench@larkwell.example', role: 'support' } as Viewer['staff'],
  requestId: 'bench',
}

async function run(bench: Bench): Promise<Outcome> {
  const postgres = await startPostgres({ dataDir: join(bench.folder, 'postgres') })
  const url = await createDatabase(postgres.url('postgres'), 'find')
  await makeFindFamilies(url, families)
  const db = openDatabase(url)
  try {
    return await measure(db, url, bench.rounds(20))
  } finally {
    await db.close()
  }
}

async function measure(db: Database, url: string, rounds: number): Promise<Outcome> {
  const outcome: Outcome = { findings: [], rows: [] }
  const [worst, scans]: [number[], string[]] = [[], []]
  for (const [what, text] of Object.entries(searches)) {
    const times: number[] = []
    let count = 0
    for (let round = 0; round <= rounds; round += 1) {
      const startedAt = performance.now()
      const { groups, close } = await find({ db, clock: systemClock }, viewer, text)
      count = groups.reduce((sum, group) => sum + group.count, close.length)
      // The first prepares the statements.
      if (round > 0) times.push(performance.now() - startedAt)
    }
    worst.push(quantile(times, 0.95))
    const read = await wholeReads(url, text)
    scans.push(...read.map((table) => `${table} for ${what}`))
    outcome.rows.push({
      typed: `${what}: ${text}`,
      found: count,
      'median ms': median(times),
      'p95 ms': quantile(times, 0.95),
      'tables read whole': read.length,
    })
  }
  return { ...outcome, findings: findingsFrom(worst, scans) }
}

function findingsFrom(worst: number[], scans: string[]): Finding[] {
  return [
    {
      ...atMost('F1', 'the slowest kind of search, p95', Math.max(...worst), 'ms', {
        goal: 100,
        defect: 300,
      }),
      figures: `of ${worst.length} kinds, among ${shown(families)} families`,
    },
    {
      ...atMost('F2', 'large tables read as a whole', scans.length, 'rows', { goal: 0, defect: 0 }),
      figures: scans.join(', ') || 'every search goes by an index',
    },
  ]
}

const large = [
  'customer',
  'account',
  'account_member',
  'student',
  'enrolment',
  'repayment_source',
  'payment',
  'payment_request',
]

/** The large tables that the server's own statements read from end to end. */
async function wholeReads(url: string, text: string): Promise<string[]> {
  const statements = await statementsOf(url, text)
  return explaining(url, async (explain) => {
    const scans: string[] = []
    for (const statement of statements) scans.push(...scansIn(await explain(statement)))
    return [...new Set(scans)]
  })
}

/** What one search asks the database, each statement once. */
async function statementsOf(url: string, text: string): Promise<Statement[]> {
  const db = openDatabase(url, { connections: 1 })
  const seen = new Map<string, Statement>()
  const note = (statement: Statement) => {
    seen.set(statement.name, statement)
    return statement
  }
  const spied = (inner: Db): Db => ({
    many: (statement) => inner.many(note(statement)),
    first: (statement) => inner.first(note(statement)),
    value: (statement) => inner.value(note(statement)),
    values: (statement) => inner.values(note(statement)),
    run: (statement) => inner.run(statement),
  })
  const spy: Database = {
    ...db,
    ...spied(db),
    transaction: (work) => db.transaction((tx) => work({ ...spied(tx), client: tx.client })),
  }
  try {
    await find({ db: spy, clock: systemClock }, viewer, text)
    return [...seen.values()]
  } finally {
    await db.close()
  }
}

function scansIn(node: PlanNode): string[] {
  const table = node['Relation Name'] ?? ''
  const own = node['Node Type'] === 'Seq Scan' && large.includes(table) ? [table] : []
  return [...own, ...(node.Plans ?? []).flatMap(scansIn)]
}
