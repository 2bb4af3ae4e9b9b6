import { join } from 'node:path'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { checkLedger } from '#server/books/ledger/invariants.ts'
import { createDatabase, queryRows } from '../postgres/databases.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { atMost, comparer, type Finding, median, pick, ratioOf, shown } from './goal.ts'
import type { Bench, Outcome, Part } from './part.ts'
import { makePlanFamilies } from './repayment-families.ts'
import type { Order, Run, Way } from './repayment-runner.ts'
import type { Row } from './report.ts'
import { startWorker, type Worker } from './worker.ts'
import { calendars } from '../testing/holiday-rules.ts'

const ways: Way[] = ['floor', 'larkwell']

export const repaymentRun: Part = {
  name: 'repayment-run',
  measures: 'instalments that are due, from plan to receipt, against one statement that writes money only',
  run,
}

type Series = Record<Way, Run[]>

async function run(bench: Bench): Promise<Outcome> {
  // The first of each prepares its statements and is compiled, and does not count.
  const rounds = bench.rounds(4)
  const days = businessDays((rounds + 1) * ways.length)
  const families = Math.ceil(bench.instalments / days.length)
  const postgres = await startPostgres({ dataDir: join(bench.folder, 'postgres') })
  const databaseUrl = await createDatabase(postgres.url('postgres'), 'repayments')
  await makePlanFamilies(databaseUrl, families, days)
  const runner = await startWorker<Order, Run>(bench, 'repayment-runner.ts', {
    databaseUrl,
    databasePid: postgres.pid,
  })
  const series: Series = { floor: [], larkwell: [] }
  for (const [place, today] of days.entries()) {
    const way = ways[place % ways.length] ?? 'floor'
    const done = await runner.ask({ way, today })
    if (done.instalments !== families) throw new Error(`${way} collected ${done.instalments} of ${families}.`)
    if (place >= ways.length) series[way].push(done)
    else await checkWhatIsWritten(databaseUrl, families, way)
  }
  const rewritten = await rerun(databaseUrl, runner, days.at(-1))
  await Promise.all([runner.stop(), checkEverything(databaseUrl, families * days.length)])
  return {
    findings: findingsFrom(series, rewritten, families * rounds),
    rows: ways.map((way) => rowOf(way, series)),
  }
}

function businessDays(count: number): CalendarDate[] {
  const first = calendarDate('2027-02-01')
  return Array.from({ length: count }, (_, place) => addBusinessDays(first, place, calendars.AU))
}

/** A floor that writes less money than we do, or we less than the floor, would be no comparison. */
async function checkWhatIsWritten(databaseUrl: string, families: number, way: Way): Promise<void> {
  const [counts] = await queryRows<Record<string, number>>(
    databaseUrl,
    `with latest as (select id from payment where paid_on = (select max(paid_on) from payment))
    select (select count(*)::int from latest) as payments,
      (select count(*)::int from ledger_entry where cause_id in (select id from latest)) as entries,
      (select count(*)::int from ledger_entry entry join ledger_posting on entry_id = entry.id
        where cause_id in (select id from latest)) as postings`,
  )
  const written = Object.values(counts ?? {})
  const withSurcharge = Math.floor(families / 2)
  const expected = [families, families + withSurcharge, 2 * (families + withSurcharge)]
  if (String(written) !== String(expected))
    throw new Error(`${way} wrote ${String(written)} payments, entries, postings, not ${String(expected)}.`)
}

const tables = [
  'charge',
  'payment',
  'cover',
  'ledger_entry',
  'ledger_posting',
  'audit_event',
  'outbox_message',
]

/** The same day once more. Says how many rows were put in or changed. */
async function rerun(
  databaseUrl: string,
  runner: Worker<Order, Run>,
  today: CalendarDate | undefined,
): Promise<number> {
  if (!today) throw new Error('There is no day to run again.')
  const [last] = await queryRows<{ id: string }>(databaseUrl, 'select pg_current_xact_id()::text as id')
  const { instalments } = await runner.ask({ way: 'larkwell', today })
  const since = tables.map(
    (table) => `(select count(*)::int from ${table} where xmin::text::bigint > ${last?.id})`,
  )
  const [row] = await queryRows<{ count: number }>(databaseUrl, `select ${since.join(' + ')} as count`)
  return instalments + (row?.count ?? NaN)
}

/** Each instalment is paid by one payment that succeeded, and whatever must be true of the money is. */
async function checkEverything(databaseUrl: string, instalments: number): Promise<void> {
  const [counts] = await queryRows<{ paid: number; payments: number }>(
    databaseUrl,
    `select count(*)::int as paid, (select count(*)::int from payment) as payments
    from instalment join payment on payment.account_id = instalment.account_id and payment.id = instalment.payment_id
      and payment.plan_id = instalment.plan_id and payment.instalment_seq = instalment.seq
    where instalment.status = 'Paid' and payment.status = 'Succeeded' and payment.amount_minor = instalment.amount_minor`,
  )
  if (counts?.paid !== instalments || counts.payments !== instalments)
    throw new Error(
      `${counts?.paid} of ${instalments} instalments are paid, by ${counts?.payments} payments.`,
    )
  const db = openDatabase(databaseUrl)
  try {
    // Receipts wait here for ever: nobody sends them.
    const wrong = (await checkLedger(db, { now: new Date(0) })).slice(0, 3)
    if (wrong.length > 0) throw new Error(`The ledger is not sound: ${JSON.stringify(wrong)}`)
  } finally {
    await db.close()
  }
}

function findingsFrom({ floor, larkwell }: Series, rewritten: number, instalments: number): Finding[] {
  const found = comparer(larkwell, { name: 'set-based', samples: floor })
  const time = { better: 'lower', goal: 1.6, budget: 2, defect: 3 } as const
  const grown = pick(larkwell, 'grownMiB')
  return [
    found('B1', 'repayment run, rate', 'perSecond', 'instalments/s', { better: 'higher', goal: 0.5 }),
    found('B1', 'repayment run, time', 'eachUs', 'µs each', time),
    atMost('B1', 'rerun, rows written', rewritten, 'rows', { goal: 0, defect: 0 }),
    {
      ...atMost('B2', 'repayment run, memory above its start', Math.max(...grown), 'MiB', { goal: 150 }),
      figures: `${grown.map(shown).join(', ')} in ${shown(instalments)} instalments`,
    },
  ]
}

function rowOf(way: Way, series: Series): Row {
  const figure = (key: keyof Run) => median(pick(series[way], key))
  return {
    way,
    'time ×': ratioOf(pick(series[way], 'eachUs'), pick(series.floor, 'eachUs')),
    'CPU ×': ratioOf(pick(series[way], 'cpuUs'), pick(series.floor, 'cpuUs')),
    'instalments/s': figure('perSecond'),
    'written down s': figure('collectSeconds'),
    'sent and settled s': figure('sendSeconds'),
    'node CPU µs': figure('nodeCpuUs'),
    'database CPU µs': figure('databaseCpuUs'),
    'others, cores': figure('otherCores'),
  }
}
