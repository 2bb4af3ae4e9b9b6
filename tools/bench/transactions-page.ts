import type { Client } from 'pg'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { top, type PageStart } from '#server/portal-api/transactions/cursor.ts'
import { pageStatement } from '#server/portal-api/transactions/transactions.store.ts'
import { explaining, type PlanNode } from './explain.ts'
import type { Families, Login } from './families.ts'
import { atMost, comparer, type Finding, shown } from './goal.ts'
import type { Bench, Outcome, Part } from './part.ts'
import { compareReads, rowsOf, type Stretches } from './reads.ts'

const lengths = [50, 200] as const
const deepRow = 100_000

export const transactionsPage: Part = {
  name: 'transactions-page',
  measures:
    'the first page of transactions against tables mapped in code, and how it grows with their number',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  const families = await bench.families()
  const logins = await families.busyLogins()
  const reads = lengths.map((length) => ({
    logins,
    pathOf: ({ accountId }: Login) =>
      `/api/portal/customer/account/${accountId}/transactions?limit=${length}`,
  }))
  const all = await compareReads(bench, families, reads)
  const each = all.map((stretches, place) => ({ what: `${lengths[place]} transactions`, stretches }))
  return {
    findings: [
      ...each.flatMap(({ what, stretches }) => findingsFrom(what, stretches)),
      ...(await growth(families)),
    ],
    rows: each.flatMap(({ what, stretches }) => rowsOf(what, stretches)),
  }
}

function findingsFrom(of: string, { mapped, larkwell }: Stretches): Finding[] {
  const found = comparer(larkwell, { name: 'mapped', samples: mapped })
  const both = `${of}, CPU with the database`
  return [
    found('S3', both, 'bothCpuUs', 'µs of CPU', { better: 'lower', goal: 1.3, defect: 2 }),
    found('S3', `${of}, CPU`, 'cpuUs', 'µs of CPU', { better: 'lower', goal: 1.3 }),
  ]
}

/** How many pages of the database are looked at, however quick the machine is just now. */
async function growth(families: Families): Promise<Finding[]> {
  const accountId = await families.longestAccountId()
  return explaining(families.databaseUrl, async (explain, client) => {
    const planOf = async (after: PageStart) => {
      const page = pageStatement(accountId, {
        schoolId: null,
        from: calendarDate('0001-01-01'),
        to: calendarDate('9999-12-31'),
        after,
        isFirst: after === top,
        length: 50,
      })
      // Once to have everything at hand, and once to count.
      await explain(page, 'analyze, buffers,')
      return explain(page, 'analyze, buffers,')
    }
    const firstPage = await planOf(top)
    const second = buffersOf(await planOf(await positionOf(client, accountId, 50)))
    const last = buffersOf(await planOf(await positionOf(client, accountId, deepRow)))
    return [
      {
        ...atMost('G1', `page at row ${shown(deepRow)}, buffers`, last / second, '×', {
          goal: 1.5,
          defect: 3,
        }),
        against: { name: 'the second page', ratio: last / second },
        figures: `${last} against ${second} buffers; the first page, with filters, ${buffersOf(firstPage)}`,
      },
      {
        ...atMost('G2', 'lists of years and schools', filterBuffers(firstPage), 'buffers', { goal: 50 }),
        figures: `at ${shown(deepRow)} rows and more`,
      },
    ]
  })
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

const buffersOf = (node: PlanNode) => node['Shared Hit Blocks'] + node['Shared Read Blocks']

/** The lists are found by going from each value to the next, which no other part of the statement does. */
function filterBuffers(node: PlanNode): number {
  if (node['Node Type'] === 'Recursive Union') return buffersOf(node)
  return (node.Plans ?? []).reduce((sum, each) => sum + filterBuffers(each), 0)
}
