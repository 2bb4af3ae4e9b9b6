import { Client } from 'pg'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '#server/platform/database/open.ts'
import type { Statement } from '#server/platform/database/sql.ts'
import { top, type PageStart } from '#server/portal-api/transactions/cursor.ts'
import { findPage } from '#server/portal-api/transactions/transactions.store.ts'
import type { Families, Login } from './families.ts'
import { type Finding, median, ratioOf } from './goal.ts'
import { type Stretch, stretch, warmUp } from './load.ts'
import type { Bench, Outcome, Part } from './part.ts'
import { type Row, shown } from './report.ts'
import { type ServerName, type Serving, startServing } from './serving.ts'

const rounds = 4
const seconds = 2
const lengths = [50, 200] as const
const names = ['raw', 'larkwell'] as const satisfies ServerName[]
const deepRow = 100_000

export const transactionsPage: Part = {
  name: 'transactions-page',
  measures: 'the first page of transactions against raw node:http + pg, and how it grows with their number',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  const families = await bench.families()
  const logins = await families.busyLogins()
  const [first] = logins
  if (!first) throw new Error('There is no family to ask for.')
  const servings: Serving[] = []
  for (const name of names) servings.push(await startServing(name, bench, families, first))
  const findings: Finding[] = []
  const rows: Row[] = []
  for (const length of lengths) {
    const [raw = [], larkwell = []] = await load(servings, families, logins, length)
    findings.push(...findingsFrom(length, larkwell, raw))
    for (const [index, stretches] of [raw, larkwell].entries())
      rows.push(rowOf(`${names[index]}, ${length}`, stretches, raw))
  }
  await Promise.all(servings.map((serving) => serving.stop()))
  return { findings: [...findings, ...(await growth(families))], rows }
}

/** The servers in turn, each as often. */
async function load(
  servings: Serving[],
  families: Families,
  logins: Login[],
  length: number,
): Promise<Stretch[][]> {
  const pathOf = ({ accountId }: Login) =>
    `/api/portal/customer/account/${accountId}/transactions?limit=${length}`
  const all = servings.map((): Stretch[] => [])
  for (const serving of servings) await warmUp(serving, logins, pathOf)
  for (let round = 0; round < rounds; round++) {
    for (const [index, serving] of servings.entries())
      all[index]?.push(await stretch(serving, families.databasePid, logins, seconds, pathOf))
  }
  return all
}

function findingsFrom(length: number, ours: Stretch[], floor: Stretch[]): Finding[] {
  const found = (key: keyof Stretch, unit: string) => {
    const [values, anchors] = [ours, floor].map((stretches) => stretches.map((each) => each[key]))
    const ratio = ratioOf(values ?? [], anchors ?? [])
    return {
      value: ratio,
      unit: '×' as const,
      against: { name: 'RAW', ratio },
      figures: `${shown(median(values ?? []))} against ${shown(median(anchors ?? []))} ${unit}`,
    }
  }
  return [
    {
      goal: 'S3',
      what: `${length} transactions, rate`,
      limits: { better: 'higher', goal: 0.65, defect: 0.5 },
      ...found('perSecond', 'requests/s'),
    },
    {
      goal: 'S3',
      what: `${length} transactions, CPU`,
      limits: { better: 'lower', goal: 1.7 },
      ...found('cpuUs', 'µs of CPU'),
    },
    {
      goal: 'S3',
      what: `${length} transactions, CPU with the database`,
      limits: { better: 'lower', goal: 1.7 },
      ...found('bothCpuUs', 'µs of CPU'),
    },
  ]
}

function rowOf(name: string, stretches: Stretch[], floor: Stretch[]): Row {
  const pick = (key: keyof Stretch) => stretches.map((each) => each[key])
  const against = (key: keyof Stretch) =>
    ratioOf(
      pick(key),
      floor.map((each) => each[key]),
    )
  return {
    'server, rows': name,
    'rate ×': against('perSecond'),
    'CPU ×': against('cpuUs'),
    'with database ×': against('bothCpuUs'),
    'p99 ×': against('p99Ms'),
    'requests/s': median(pick('perSecond')),
    'CPU µs': median(pick('cpuUs')),
    'database CPU µs': median(pick('databaseCpuUs')),
    bytes: median(pick('bytes')),
    'others, cores': median(pick('otherCores')),
  }
}

type PlanNode = {
  'Node Type': string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

/** How many pages of the database are looked at, however quick the machine is just now. */
async function growth(families: Families): Promise<Finding[]> {
  const accountId = await families.longestAccountId()
  const client = new Client({
    connectionString: families.databaseUrl,
    options: '-c plan_cache_mode=force_generic_plan',
  })
  await client.connect()
  try {
    const deep = await positionOf(client, accountId, deepRow)
    const firstPage = await planOf(client, accountId, top)
    const [second, last] = [
      buffersOf(await planOf(client, accountId, await positionOf(client, accountId, 50))),
      buffersOf(await planOf(client, accountId, deep)),
    ]
    return [
      {
        goal: 'G1',
        what: `page at row ${shown(deepRow)}, buffers`,
        value: last / second,
        unit: '×',
        limits: { better: 'lower', goal: 1.5, defect: 3 },
        against: { name: 'the second page', ratio: last / second },
        figures: `${last} against ${second} buffers; the first page, with filters, ${buffersOf(firstPage)}`,
      },
      {
        goal: 'G2',
        what: 'lists of years and schools',
        value: filterBuffers(firstPage),
        unit: 'buffers',
        limits: { better: 'lower', goal: 50 },
        against: undefined,
        figures: `at ${shown(deepRow)} rows and more`,
      },
    ]
  } finally {
    await client.end()
  }
}

async function positionOf(client: Client, accountId: string, row: number): Promise<PageStart> {
  const { rows } = await client.query<{ date: string; at: string; seq: string; id: string }>(
    `select posted_on::text as date, seq, id,
       to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
     from ledger_entry where account_id = $1
     order by posted_on desc, created_at desc, seq desc offset $2 limit 1`,
    [accountId, row],
  )
  const [position] = rows
  if (!position) throw new Error(`There is no row ${row}.`)
  const { date, at, seq, id } = position
  // Any balance will do: a page counts on from the one it is given.
  return { date: calendarDate(date), at, seq: Number(seq), id, balance: cents(0) }
}

/** How the server's own statement is carried out, as the server has it prepared. */
async function planOf(client: Client, accountId: string, after: PageStart): Promise<PlanNode> {
  let plan: PlanNode | undefined
  const spy = {
    first: async ({ text, values }: Statement) => {
      const literals = values.map((value) =>
        value === null ? 'null' : client.escapeLiteral(String(value as string | number | boolean)),
      )
      await client.query(`prepare page as ${text}`)
      const explain = `explain (analyze, buffers, format json) execute page (${literals.join(', ')})`
      // Once to have everything at hand, and once to count.
      await client.query(explain)
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain)
      await client.query('deallocate page')
      plan = rows[0]?.['QUERY PLAN'][0].Plan
      return undefined
    },
  } as unknown as Db
  await findPage(spy, accountId, {
    schoolId: null,
    from: calendarDate('0001-01-01'),
    to: calendarDate('9999-12-31'),
    after,
    isFirst: after === top,
    length: 50,
  })
  if (!plan) throw new Error('No statement was asked for.')
  return plan
}

const buffersOf = (node: PlanNode) => node['Shared Hit Blocks'] + node['Shared Read Blocks']

/** The lists are found by going from each value to the next, which no other part of the statement does. */
function filterBuffers(node: PlanNode): number {
  if (node['Node Type'] === 'Recursive Union') return buffersOf(node)
  return (node.Plans ?? []).reduce((sum, each) => sum + filterBuffers(each), 0)
}
