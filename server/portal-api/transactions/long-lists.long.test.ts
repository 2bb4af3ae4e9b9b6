import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { schoolId } from '#tools/demo/schools.ts'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { cents } from '#domain/money.ts'
import { top, type PageStart } from './cursor.ts'
import { findPage } from './transactions.store.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

const count = 20_000
const server = await testServer()
const { deps } = server
const client = new pg.Client({
  connectionString: server.databaseUrl,
  // There is one account here, which would be scanned. Without an index, a table still is.
  options: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off',
})
let accountId = ''

beforeAll(async () => {
  ;({ accountId } = await addFamily(server, {
    email: 'long@demo.example',
    mobile: '+61491570901',
    accounts: [{ plans: [] }],
  }))
  const now = deps.clock()
  // A surcharge comes with every second repayment, and the other school has one row in a thousand.
  await deps.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into ledger_entry (account_id, id, kind, description, institution_id, posted_on, created_at)
      select ${accountId}, gen_random_uuid(), case when n % 3 = 0 then 'Surcharge' else 'Repayment' end, 'Row ' || n,
        case when n % 1000 = 1 then ${schoolId('Banksia Grammar')}::uuid else ${schoolId('Wattle Grove College')}::uuid end,
        date '2015-01-01' + (n / 5), ${now}
      from generate_series(1, ${count}::int) n`)
    await tx.run(sql`
      insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
      select entry.account_id, entry.id, side.line,
        case when side.line = 1 then 'ProviderClearing' when entry.kind = 'Surcharge' then 'SurchargeIncome' else 'Family' end,
        'AUD', side.amount
      from ledger_entry entry, (values (1, -100), (2, 100)) as side (line, amount)
      where entry.account_id = ${accountId}`)
  })
  await client.connect()
  await client.query('vacuum analyze ledger_entry, ledger_posting')
})
afterAll(() => client.end())

/** How the statement is really carried out: as the server prepares it, without a look at the values. */
async function planOf(statement: Statement): Promise<Node & { 'Shared Hit Blocks': number }> {
  const values = (statement.values as (string | number | boolean | string[] | null)[]).map((value) => {
    if (value === null) return 'null'
    return client.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value))
  })
  await client.query(`prepare page as ${statement.text}`)
  const { rows } = await client.query(
    `explain (analyze, buffers, format json) execute page (${values.join(', ')})`,
  )
  await client.query('deallocate page')
  return rows[0]['QUERY PLAN'][0].Plan
}

async function carryOut(page: { after?: PageStart; schoolId?: string; year?: number; length?: number }) {
  let plan: Awaited<ReturnType<typeof planOf>> | undefined
  const spy = {
    value: async (statement: Statement) => {
      plan = await planOf(statement)
      return undefined
    },
  } as unknown as Db
  await findPage(spy, accountId, {
    schoolId: page.schoolId ?? null,
    from: calendarDate(`${page.year ?? '0001'}-01-01`),
    to: calendarDate(`${page.year ?? '9999'}-12-31`),
    after: page.after ?? top,
    isFirst: !page.after,
    length: page.length ?? 50,
  })
  if (!plan) throw new Error('No statement was asked for')
  return plan
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

/** How many rows of a table were looked at. */
function looksAt(table: string, plan: Node): number {
  return nodesOf(plan)
    .filter((node) => node['Relation Name'] === table)
    .reduce(
      (sum, node) =>
        sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    )
}

/** With any balance: a page counts on from the one it is given. */
async function placeNear(row: number): Promise<PageStart> {
  const place = await deps.db.first<Omit<PageStart, 'balance'>>(sql`
    select posted_on as date, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, seq, id
    from ledger_entry where account_id = ${accountId} and description = ${`Row ${row}`}`)
  if (!place) throw new Error('There is no such row')
  return { ...place, balance: cents(0) }
}

function expectNoScan(plan: Node): void {
  // An empty table costs nothing to scan, and schools are few.
  const scanned = nodesOf(plan)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'])
    .filter((name) => name !== 'institution' && looksAt(name ?? '', plan) > 0)
  expect(scanned).toEqual([])
}

describe('A list of transactions, however long,', () => {
  it.each([
    ['its first page', async () => ({})],
    ['its last page', async () => ({ after: await placeNear(100) })],
  ])('is read by looking at little more than what is shown: %s', async (_, page) => {
    const plan = await carryOut(await page())
    expectNoScan(plan)
    // Fifty rows, once to list them and once to add them up, the surcharges among them, and one row for each year and
    // school that can be chosen.
    expect(looksAt('ledger_entry', plan)).toBeLessThan(250)
    expect(looksAt('ledger_posting', plan)).toBeLessThan(250)
  })

  it.each([
    ['a year in the middle', { year: 2020 }],
    ['a school that is rare', { schoolId: schoolId('Banksia Grammar') }],
    ['a school in a year', { schoolId: schoolId('Wattle Grove College'), year: 2019 }],
  ])('is narrowed by looking once at what its balances count, and at little more: %s', async (_, page) => {
    const plan = await carryOut(page)
    expectNoScan(plan)
    expect(looksAt('ledger_entry', plan)).toBeLessThan(count + 250)
    expect(looksAt('ledger_posting', plan)).toBeLessThan(count + 250)
  })

  it('handles each of its rows a few times, however many a page has', async () => {
    const steps = nodesOf(await carryOut({ length: 200 }))
    const most = Math.max(...steps.map((node) => node['Actual Rows'] * node['Actual Loops']))
    expect(most).toBeLessThan(1_000)
  })

  it('costs at its end what it costs at its beginning', async () => {
    const [early, late] = [await placeNear(count - 100), await placeNear(100)]
    const [first, last] = [await carryOut({ after: early }), await carryOut({ after: late })]
    expect(last['Shared Hit Blocks']).toBeLessThan(first['Shared Hit Blocks'] * 1.2)
  })
})
