import { queryRows } from '../postgres/databases.ts'
import type { Families } from './families.ts'
import { comparison, type Finding, type Limits, median, ratioOf, shown } from './goal.ts'
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

const pick = (key: keyof Posted, posted: Posted[]) => posted.map((each) => each[key])

function findingsFrom(series: Series, newRows: number): Finding[] {
  const found = (
    goal: string,
    what: string,
    key: keyof Posted,
    limits: Limits,
    [ours, peer, name]: [ours: Way, peer: Way, name: string] = ['larkwell', 'floor', 'one statement'],
  ): Finding =>
    comparison({ goal, what, limits, unit: units[key] }, pick(key, series[ours]), {
      name,
      values: pick(key, series[peer]),
    })
  return [
    found('W1', 'posting, rate', 'perSecond', { better: 'higher', goal: 0.5, defect: 0.38 }),
    found('W1', 'posting, CPU', 'cpuUs', { better: 'lower', goal: 2.5 }),
    found('W1', 'posting, p99', 'p99Ms', { better: 'lower', goal: 3 }),
    found('W3', 'all to one school, rate', 'perSecond', { better: 'higher', goal: 0.9, defect: 0.7 }, [
      'one school',
      'larkwell',
      'spread',
    ]),
    found('W4', 'replay, rate', 'perSecond', { better: 'higher', goal: 1 }, ['replay', 'larkwell', 'first']),
    {
      goal: 'W4',
      what: 'replay, new rows',
      value: newRows,
      unit: 'rows',
      limits: { better: 'lower', goal: 0, defect: 0 },
      figures: `after ${shown(series.replay.length * payments)} replays`,
    },
  ]
}

const units: Record<keyof Posted, string> = {
  perSecond: 'payments/s',
  p50Ms: 'ms',
  p99Ms: 'ms',
  cpuUs: 'µs of CPU',
  databaseCpuUs: 'µs of CPU',
  otherCores: 'cores',
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
