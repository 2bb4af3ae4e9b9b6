import { queryRows } from '../postgres/databases.ts'
import type { Families } from './families.ts'
import { atMost, comparer, type Finding, median, pick, ratioOf, shown } from './goal.ts'
import type { Bench, Outcome, Part } from './part.ts'
import type { Order, Posted, Way } from './payment-poster.ts'
import type { Row } from './report.ts'
import { startWorker } from './worker.ts'

const payments = 1_000
const ways: Way[] = ['floor', 'larkwell', 'replay', 'one school']

export const paymentPosting: Part = {
  name: 'payment-posting',
  measures:
    'a payment with key, ledger, receipt and audit, 16 in flight, against one statement with the same rows',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  const families = await bench.families()
  const { series, newRows } = await inRounds(bench, families)
  return { findings: findingsFrom(series, newRows), rows: ways.map((way) => rowOf(way, series)) }
}

type Series = Record<Way, Posted[]>

async function inRounds(bench: Bench, families: Families): Promise<{ series: Series; newRows: number }> {
  const poster = await startWorker<Order, Posted>(bench, 'payment-poster.ts', families)
  const written = async (way: Way) => {
    const before = await countRows(families)
    const posted = await poster.ask({ way, payments })
    const after = await countRows(families)
    return { posted, rows: after.map((count, table) => count - (before[table] ?? 0)) }
  }
  // The first of each prepares its statements and is compiled; it shows besides that both write the same.
  const [atFloor, byUs] = [await written('floor'), await written('larkwell')]
  if (String(atFloor.rows) !== String(byUs.rows))
    throw new Error(
      `The floor writes ${String(atFloor.rows)} rows of ${String(tables)}, we ${String(byUs.rows)}.`,
    )
  for (const way of ways) await poster.ask({ way, payments })
  const series: Series = { floor: [], larkwell: [], 'one school': [], replay: [] }
  let newRows = 0
  for (let round = 0; round < bench.rounds(5); round++) {
    for (const way of ways) {
      const { posted, rows } =
        way === 'replay' ? await written(way) : { posted: await poster.ask({ way, payments }), rows: [] }
      series[way].push(posted)
      newRows += rows.reduce((sum, count) => sum + count, 0)
    }
  }
  await poster.stop()
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

async function countRows({ databaseUrl }: Families): Promise<number[]> {
  const counts = tables.map((table) => `(select count(*)::int from ${table})`).join(', ')
  const [row] = await queryRows<{ counts: number[] }>(databaseUrl, `select array[${counts}] as counts`)
  return row?.counts ?? []
}

function findingsFrom(series: Series, newRows: number): Finding[] {
  const { floor, larkwell, replay } = series
  const posting = comparer(larkwell, { name: 'one statement', samples: floor })
  const toOneSchool = comparer(series['one school'], { name: 'spread', samples: larkwell })
  const replaying = comparer(replay, { name: 'first', samples: larkwell })
  const rate = 'payments/s'
  return [
    posting('W1', 'posting, rate', 'perSecond', rate, { better: 'higher', goal: 0.5, defect: 0.38 }),
    posting('W1', 'posting, CPU', 'cpuUs', 'µs of CPU', { better: 'lower', goal: 2.5 }),
    posting('W1', 'posting, p99', 'p99Ms', 'ms', { better: 'lower', goal: 3 }),
    toOneSchool('W3', 'all to one school, rate', 'perSecond', rate, {
      better: 'higher',
      goal: 0.9,
      defect: 0.7,
    }),
    replaying('W4', 'replay, rate', 'perSecond', rate, { better: 'higher', goal: 1 }),
    {
      ...atMost('W4', 'replay, new rows', newRows, 'rows', { goal: 0, defect: 0 }),
      figures: `after ${shown(series.replay.length * payments)} replays`,
    },
  ]
}

function rowOf(way: Way, series: Series): Row {
  const against = (key: keyof Posted) => ratioOf(pick(series[way], key), pick(series.floor, key))
  const figure = (key: keyof Posted) => median(pick(series[way], key))
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
