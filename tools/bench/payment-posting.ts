import { Client } from 'pg'
import type { Families } from './families.ts'
import { type Finding, type Limits, median, ratioOf } from './goal.ts'
import type { Bench, Outcome, Part } from './part.ts'
import type { Order, Posted, Way } from './payment-poster.ts'
import { type Row, shown } from './report.ts'
import { startWorker } from './worker.ts'

const rounds = 5
const payments = 1_000
const ways: Way[] = ['floor', 'larkwell', 'replay', 'one school', 'no job']

export const paymentPosting: Part = {
  name: 'payment-posting',
  measures:
    'a payment with key, ledger, receipt and audit, 16 in flight, against one statement with the same rows',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  const families = await bench.families()
  const { series, newRows } = await inRounds(bench, families)
  const points = await manyInOneProcess(bench, families)
  return {
    findings: [...findingsFrom(series, newRows), ...memoryFindings(points)],
    rows: ways.map((way) => rowOf(way, series)),
  }
}

type Series = Record<Way, Posted[]>

async function inRounds(bench: Bench, families: Families): Promise<{ series: Series; newRows: number }> {
  const poster = await startPoster(bench, families)
  const client = new Client({ connectionString: families.databaseUrl })
  await client.connect()
  bench.onEnd(() => client.end())
  const written = async (way: Way) => {
    const before = await countRows(client)
    const posted = await poster.ask({ way, payments })
    const after = await countRows(client)
    return { posted, rows: after.map((count, table) => count - (before[table] ?? 0)) }
  }
  // The first of each prepares its statements and is compiled; it shows besides that both write the same.
  const [atFloor, byUs] = [await written('floor'), await written('larkwell')]
  if (String(atFloor.rows) !== String(byUs.rows))
    throw new Error(
      `The floor writes ${String(atFloor.rows)} rows of ${String(tables)}, we ${String(byUs.rows)}.`,
    )
  for (const way of ways) await poster.ask({ way, payments })
  const series: Series = { floor: [], larkwell: [], 'one school': [], 'no job': [], replay: [] }
  let newRows = 0
  for (let round = 0; round < rounds; round++) {
    for (const way of ways) {
      const { posted, rows } =
        way === 'replay' ? await written(way) : { posted: await poster.ask({ way, payments }), rows: [] }
      series[way].push(posted)
      newRows += rows.reduce((sum, count) => sum + count, 0)
    }
  }
  await Promise.all([poster.stop(), client.end()])
  return { series, newRows }
}

const tables = [
  'payment',
  'idempotency_key',
  'ledger_entry',
  'ledger_posting',
  'audit_event',
  'outbox_message',
] as const

async function countRows(client: Client): Promise<number[]> {
  const counts = tables.map((table) => `(select count(*)::int from ${table})`).join(', ')
  const { rows } = await client.query<{ counts: number[] }>(`select array[${counts}] as counts`)
  return rows[0]?.counts ?? []
}

type Point = { payments: number; posted: Posted }

/** The first fifth fills caches and pools; from there on memory is to stay where it is. */
async function manyInOneProcess(bench: Bench, families: Families): Promise<Point[]> {
  const poster = await startPoster(bench, families)
  const points: Point[] = []
  let sum = 0
  for (const share of [0.2, 0.4, 0.4]) {
    const part = Math.round(bench.payments * share)
    sum += part
    points.push({ payments: sum, posted: await poster.ask({ way: 'larkwell', payments: part }) })
  }
  await poster.stop()
  return points
}

const startPoster = (bench: Bench, families: Families) =>
  startWorker<Order, Posted>(bench, 'payment-poster.ts', families)

const pick = (key: keyof Posted, posted: Posted[]) => posted.map((each) => each[key])

function findingsFrom(series: Series, newRows: number): Finding[] {
  const found = (
    [goal, what, limits]: [goal: string, what: string, limits: Limits],
    key: keyof Posted,
    [ours, anchor, name]: [ours: Way, anchor: Way, name: string],
    figures: string,
  ): Finding => {
    const [mine, others] = [pick(key, series[ours]), pick(key, series[anchor])]
    const ratio = ratioOf(mine, others)
    return {
      goal,
      what,
      value: ratio,
      unit: '×',
      limits,
      against: { name, ratio },
      figures: `${shown(median(mine))} against ${shown(median(others))} ${figures}`,
    }
  }
  const rate: Limits = { better: 'higher', goal: 0.5, defect: 0.38 }
  const cpu: Limits = { better: 'lower', goal: 2.5 }
  return [
    found(['W1', 'posting, rate', rate], 'perSecond', ['larkwell', 'floor', 'RAW'], 'payments/s'),
    found(['W1', 'posting, CPU', cpu], 'cpuUs', ['larkwell', 'floor', 'RAW'], 'µs of CPU'),
    found(['W1', 'posting, p99', { better: 'lower', goal: 3 }], 'p99Ms', ['larkwell', 'floor', 'RAW'], 'ms'),
    // The floor has no job queue: this compares the same rows and nothing else.
    found(['W1', 'without the job, rate', rate], 'perSecond', ['no job', 'floor', 'RAW'], 'payments/s'),
    found(['W1', 'without the job, CPU', cpu], 'cpuUs', ['no job', 'floor', 'RAW'], 'µs of CPU'),
    found(
      ['W3', 'all to one school, rate', { better: 'higher', goal: 0.9, defect: 0.7 }],
      'perSecond',
      ['one school', 'larkwell', 'spread'],
      'payments/s',
    ),
    found(
      ['W4', 'replay, rate', { better: 'higher', goal: 1 }],
      'perSecond',
      ['replay', 'larkwell', 'first'],
      'payments/s',
    ),
    {
      goal: 'W4',
      what: 'replay, new rows',
      value: newRows,
      unit: 'rows',
      limits: { better: 'lower', goal: 0, defect: 0 },
      against: undefined,
      figures: `after ${shown(rounds * payments)} replays`,
    },
  ]
}

function memoryFindings(points: Point[]): Finding[] {
  const growth = (what: string, figure: (posted: Posted) => number, note: string): Finding => {
    const [first = NaN, ...later] = points.map(({ posted }) => figure(posted))
    const ratio = Math.max(...later) / first
    const figures = points.map(({ payments: sum, posted }) => `${shown(figure(posted))} after ${shown(sum)}`)
    return {
      goal: 'W',
      what,
      value: ratio,
      unit: '×',
      limits: { better: 'lower', goal: 1.1 },
      against: { name: 'first', ratio },
      figures: `MiB: ${figures.join(', ')}${note}`,
    }
  }
  const resident = points.map(({ posted }) => shown(posted.residentMiB)).join(', ')
  return [
    growth('posting, heap', ({ heapMiB }) => heapMiB, ''),
    growth(
      'posting, memory',
      ({ residentMiB, youngMiB }) => residentMiB - youngMiB,
      `; with V8's young generation ${resident}`,
    ),
  ]
}

function rowOf(way: Way, series: Series): Row {
  const against = (key: keyof Posted) => ratioOf(pick(key, series[way]), pick(key, series.floor))
  const figure = (key: keyof Posted) => median(pick(key, series[way]))
  return {
    way,
    'rate ×': against('perSecond'),
    'CPU ×': against('cpuUs'),
    'p99 ×': against('p99Ms'),
    'payments/s': figure('perSecond'),
    'p50 ms': figure('p50Ms'),
    'p99 ms': figure('p99Ms'),
    'CPU µs': figure('cpuUs'),
    'database CPU µs': figure('databaseCpuUs'),
    'others, cores': figure('otherCores'),
  }
}
