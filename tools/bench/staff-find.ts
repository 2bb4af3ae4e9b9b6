import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase, type Database, type Db } from '#server/platform/database/open.ts'
import type { Statement } from '#server/platform/database/sql.ts'
import type { Viewer } from '#server/people/audit/staff-audit.ts'
import { find } from '#server/desk-api/find/find.ts'
import { createDatabase } from '../postgres/databases.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { makeFindFamilies } from './find-families.ts'
import { type Finding, median, quantile } from './goal.ts'
import type { Bench, Outcome, Part } from './part.ts'
import { shown } from './report.ts'

const families = 100_000
const rounds = 20

/** What staff type, and the worst of each kind: names that thousands have, parts that are in everybody's. */
const asked = {
  'a common name': 'smith',
  'a rare name': 'Pemoncroft',
  'a part of many names': 'son',
  'two letters': 'ma',
  'first and last name': 'olivia cole',
  'a mistyped name': 'Pemmoncroff',
  'a name of nobody': 'Xyqwvutz',
  'an e-mail address': 'leena.smith',
  'a mistyped e-mail address': 'leena.smtih@mail.example',
  'a mobile': '0410 012 345',
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
    return await measure(db, url)
  } finally {
    await db.close()
  }
}

async function measure(db: Database, url: string): Promise<Outcome> {
  const outcome: Outcome = { findings: [], rows: [] }
  const [worst, scans]: [number[], string[]] = [[], []]
  for (const [what, text] of Object.entries(asked)) {
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
      goal: 'F1',
      what: 'the slowest kind of search, p95',
      value: Math.max(...worst),
      unit: 'ms',
      limits: { better: 'lower', goal: 100, defect: 300 },
      against: undefined,
      figures: `of ${worst.length} kinds, among ${shown(families)} families`,
    },
    {
      goal: 'F2',
      what: 'large tables read as a whole',
      value: scans.length,
      unit: 'rows',
      limits: { better: 'lower', goal: 0, defect: 0 },
      against: undefined,
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

type PlanNode = { 'Node Type': string; 'Relation Name'?: string; Plans?: PlanNode[] }

/** The large tables that the server's own statements read from end to end, planned as the server has them planned. */
async function wholeReads(url: string, text: string): Promise<string[]> {
  const statements = await statementsOf(url, text)
  const client = new Client({ connectionString: url, options: '-c plan_cache_mode=force_generic_plan' })
  await client.connect()
  try {
    const found: string[] = []
    for (const { name, text: statement, values } of statements) {
      const literals = values.map((value) => literalOf(client, value)).join(', ')
      await client.query(`prepare "${name}" as ${statement}`)
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (format json) execute "${name}" ${literals && `(${literals})`}`,
      )
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      if (plan) found.push(...scansIn(plan))
    }
    return [...new Set(found)]
  } finally {
    await client.end()
  }
}

/** What one search asks the database, each statement once. */
async function statementsOf(url: string, text: string): Promise<Statement[]> {
  const db = openDatabase(url, { connections: 1 })
  const seen = new Map<string, Statement>()
  const spied = (inner: Db): Db => ({
    many: (statement) => {
      seen.set(statement.name, statement)
      return inner.many(statement)
    },
    first: (statement) => {
      seen.set(statement.name, statement)
      return inner.first(statement)
    },
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

function literalOf(client: Client, value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value))
    return client.escapeLiteral(`{${value.map((each) => `"${String(each)}"`).join(',')}}`)
  return client.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value))
}

function scansIn(node: PlanNode): string[] {
  const table = node['Relation Name'] ?? ''
  const own = node['Node Type'] === 'Seq Scan' && large.includes(table) ? [table] : []
  return [...own, ...(node.Plans ?? []).flatMap(scansIn)]
}
