import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Transaction, Transactions } from '#contract/transactions.ts'
import { addDays, calendarDate, dateIn } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import type { Account } from '#tools/demo/account.ts'
import type { Entry } from '#tools/demo/entries.ts'
import { schoolId, type SchoolName } from '#tools/demo/schools.ts'
import { addFamily } from '#tools/testing/family.ts'
import { firstOf, isLong } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { testServer } from '#tools/testing/server.ts'
import { entry } from '#domain/ledger.ts'
import { sql } from '../../platform/database/sql.ts'
import { entryRow, insertEntry } from '../../books/ledger/ledger.store.ts'
import { readStatementOf } from '../statements/make-statements.store.ts'
import { toCursor, top } from './cursor.ts'

const server = await testServer()
const { call, deps } = server
const schema = contract['GET /api/portal/customer/account/:accountId/transactions'].reply
const schools: SchoolName[] = ['Wattle Grove College', 'Banksia Grammar', 'Jacaranda School']

let families = 0
async function family(...accounts: Account[]) {
  families += 1
  const email = `reader${families}@demo.example`
  const mobile = `+61491574${String(100 + families)}`
  const added = await addFamily(server, { email, mobile, accounts })
  const token = await server.logIn(email, mobile)
  const path = `/api/portal/customer/account/${added.accountId}/transactions`
  const ask = (query: Record<string, string | number> = {}) =>
    call(`GET ${path}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`, {
      token,
    })
  return {
    ...added,
    token,
    ask,
    async csv(): Promise<string> {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${server.url}${path}/export`, { headers })).text()
    },
    async read(query = {}): Promise<Transactions> {
      return (await ask(query)).body as Transactions
    },
    /** All pages, one after the other; `meanwhile` happens between them. */
    async readAll(query = {}, meanwhile: () => Promise<void> = async () => {}) {
      const rows: Transaction[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page: Transactions = await this.read({ ...query, ...(cursor && { cursor }) })
        rows.push(...page.transactions)
        cursor = page.nextCursor
        await meanwhile()
      }
      return rows
    },
  }
}

const paidIn = { kind: 'Repayment', from: 'ProviderClearing', to: 'Family' } as const
const noPlan: Account = { plans: [], sources: [], bpay: false }
const oneEntry = (more: Partial<Entry> = {}): Entry => ({
  ...paidIn,
  description: 'Card repayment',
  on: calendarDate('2025-05-01'),
  amount: cents(1_000),
  ...more,
})

/** Many entries at once; what the ledger's own rules check, they pass. */
async function addRows(
  accountId: string,
  rows: readonly { id?: string; on: string; school: SchoolName | null; amount: number }[],
): Promise<void> {
  for (const row of rows) {
    const moved = { book: 'Family', amount: cents(row.amount) } as const
    const written = entry('Repayment', `On ${row.on}`, [
      moved,
      { book: 'Bank', amount: cents(0 - row.amount) },
    ])
    await insertEntry(
      deps.db,
      { ...entryRow(written), ...(row.id && { id: row.id }) },
      {
        accountId,
        institutionId: row.school && schoolId(row.school),
        currency: 'AUD',
        postedOn: row.on,
        causeId: null,
        now: deps.clock(),
      },
    )
  }
}

const aRow = fc.record({
  id: fc.uuid({ version: 4 }),
  // Few days, so that many rows share one and the order hangs on when they were written.
  on: fc
    .integer({ min: 0, max: 1_200 })
    .map((day) => addDays(calendarDate('2022-06-01'), Math.floor(day / 7) * 7)),
  school: fc.constantFrom(...schools, null),
  amount: fc.integer({ min: -500_000, max: 500_000 }).filter((amount) => amount !== 0),
})

describe('Transactions', () => {
  it('have every field of the contract, newest first, and the balance that the ledger adds up to', async () => {
    const parent = await family({ productType: 'PlusFunded', balance: cents(123_450) })
    const page = await parent.read()
    expect(schema.parse(page)).toEqual(page)
    expect(page).toMatchObject({
      account: { product: 'Plus', productType: 'PlusFunded' },
      currentBalance: 1234.5,
    })
    const dates = page.transactions.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted().toReversed())
    const all = await parent.readAll()
    const sum = all.reduce((total, { amount }) => total + Math.round(amount * 100), 0)
    expect(sum).toBe(123_450)
  })

  it('has every text and every amount as it was written', async () => {
    const texts = [
      '"quoted" \\ and\nbroken\tand \u001e cut',
      'Gebühr 🎓 für O’Neill',
      '{"id":"x"}, [null]',
      '',
    ]
    const amounts = [1, 10, 99, 123_456_789_01]
    const ledger = texts.map((description, place) =>
      oneEntry({
        description,
        amount: cents(amounts[place] ?? 0),
        on: calendarDate(`2025-05-${10 + place}`),
      }),
    )
    const { transactions } = await (await family({ ...noPlan, entries: () => ledger })).read()
    expect(transactions.map(({ typeDesc }) => typeDesc)).toEqual(texts.toReversed())
    expect(transactions.map(({ amount }) => amount)).toEqual([123_456_789.01, 0.99, 0.1, 0.01])
  })

  it('are those entries alone that move the family’s book', async () => {
    const on = calendarDate('2025-05-01')
    const parent = await family({
      ...noPlan,
      entries: () => [
        oneEntry({ description: null, school: null }),
        {
          kind: 'Surcharge',
          description: 'Card surcharge',
          on,
          from: 'ProviderClearing',
          to: 'SurchargeIncome',
          amount: cents(10),
        },
        {
          kind: 'Withdrawal',
          description: 'Withdrawal',
          on,
          from: 'Family',
          to: 'WithdrawalHold',
          amount: cents(400),
        },
        {
          kind: 'Withdrawal',
          description: 'Withdrawal paid out',
          on: calendarDate('2027-01-04'),
          from: 'WithdrawalHold',
          to: 'Bank',
          amount: cents(400),
        },
      ],
    })
    const { accountId } = parent
    const zero = entry('Adjustment', 'There and back', [
      { book: 'Family', amount: cents(50) },
      { book: 'Family', amount: cents(-50) },
    ])
    const about = {
      accountId,
      institutionId: null,
      currency: 'AUD',
      causeId: null,
      now: deps.clock(),
    } as const
    await insertEntry(deps.db, entryRow(zero), { ...about, postedOn: '2028-01-01' })
    const page = await parent.read()
    expect(page.transactions).toHaveLength(2)
    expect(page.transactions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ typeDesc: null, amount: 10, school: { name: null } }),
        expect.objectContaining({ typeDesc: 'Withdrawal', amount: -4 }),
      ]),
    )
    // Neither the year of the payout nor that of the empty entry can be chosen: there would be nothing to see.
    expect(page.filters?.years).toEqual([2025])
    expect(page.currentBalance).toBe(6)
  })

  it('of a family without any are an empty list', async () => {
    const parent = await family(noPlan)
    expect(await parent.read()).toMatchObject({
      transactions: [],
      nextCursor: null,
      currentBalance: 0,
      filters: { schools: [], years: [] },
    })
  })

  itLong('are fifty a page, and never more than two hundred', async () => {
    const entries = () =>
      Array.from({ length: 230 }, (_, day) => oneEntry({ on: addDays(calendarDate('2025-01-01'), day) }))
    const parent = await family({ ...noPlan, entries })
    const lengths = []
    for (const query of [{}, { limit: 7 }, { limit: 0 }, { limit: 200 }, { limit: 999 }])
      lengths.push((await parent.read(query)).transactions.length)
    expect(lengths).toEqual([50, 7, 1, 200, 200])
    const { nextCursor } = await parent.read()
    const second = await parent.read({ cursor: nextCursor })
    expect([second.transactions.length, second.filters]).toEqual([50, null])
    expect((await parent.read({ limit: 200, cursor: nextCursor })).nextCursor).toBeNull()
  })

  it.each(
    firstOf(2, [
      'x',
      'AAAA',
      '-',
      toCursor({ ...top, date: '2025-02-30' as never, balance: cents(0) }),
      toCursor({ ...top, at: 'noon', balance: cents(0) }),
      toCursor(top),
      'a'.repeat(200),
    ]),
  )('do not begin at %s', async (cursor) => {
    const parent = await family(noPlan)
    const { status, body } = await parent.ask({ cursor })
    expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'invalid_request', ['cursor']])
  })
})

describe('Reading page by page', () => {
  it('meets each of many rows once, in order, whatever is added meanwhile', async () => {
    const parent = await family(noPlan)
    const { accountId } = parent
    const before = fc.sample(aRow, { numRuns: isLong ? 1_000 : 200, seed: 41 })
    await addRows(accountId, before)
    const later = fc.sample(aRow, { numRuns: 60, seed: 42 })
    const met = await parent.readAll({ limit: 37 }, () => addRows(accountId, later.splice(0, 2)))
    const ids = met.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const known = new Set(before.map(({ id }) => id))
    // Of one day, what was written last comes first.
    const inOrder = before.toReversed().toSorted((a, b) => (a.on === b.on ? 0 : a.on < b.on ? 1 : -1))
    expect(ids.filter((id) => known.has(id))).toEqual(inOrder.map(({ id }) => id))
  })

  it('narrows to a school and a year over all rows, as a look at each row would', async () => {
    const parent = await family(noPlan)
    const rows = fc.sample(aRow, { numRuns: isLong ? 250 : 80, seed: 7 })
    await addRows(parent.accountId, rows)
    const filters = (await parent.read({ limit: 5 })).filters
    const yearsThere = [...new Set(rows.map(({ on }) => Number(on.slice(0, 4))))].toSorted((a, b) => b - a)
    expect(filters).toEqual({
      years: yearsThere,
      schools: ['Banksia Grammar', 'Jacaranda School', 'Wattle Grove College'].map((name) => ({
        id: schoolId(name as SchoolName),
        name,
      })),
    })
    const choices = [undefined, 2001, ...yearsThere].flatMap((year) =>
      [undefined, ...schools].map((school) => ({ year, school })),
    )
    for (const { year, school } of choices) {
      const query = { limit: 40, ...(year && { year }), ...(school && { school: schoolId(school) }) }
      const expected = rows
        .filter((row) => (!year || row.on.startsWith(String(year))) && (!school || row.school === school))
        .map(({ id }) => id)
      const met = (await parent.readAll(query)).map(({ id }) => id)
      expect(met.toSorted(), JSON.stringify(query)).toEqual(expected.toSorted())
    }
  })

  it.each(['no-such-school', schoolId('Jacaranda School')])(
    'finds nothing of the school %s',
    async (school) => {
      const parent = await family({ ...noPlan, entries: () => [oneEntry()] })
      expect((await parent.read({ school })).transactions).toEqual([])
    },
  )
})

describe('The running balance', () => {
  it('ends with the balance and is right for every row, however the list is narrowed and paged', async () => {
    const parent = await family(noPlan)
    const rows = fc.sample(aRow, { numRuns: isLong ? 150 : 60, seed: 11 })
    await addRows(parent.accountId, rows)
    for (const day of [0, 9, 10, 11])
      await addFailed(parent.accountId, { at: new Date(deps.clock().getTime() - day * 86_400_000) })
    const oldestFirst = rows.toSorted((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1))
    let sum = 0
    const expected = new Map(oldestFirst.map(({ id, amount }) => [id, (sum += amount)]))
    const whole = await parent.readAll({ limit: 200 })
    const newest = whole.find(({ isFailed }) => !isFailed)
    expect(newest?.balance).toBe((await parent.read()).currentBalance)
    expect(newest?.balance).toBe(sum / 100)
    for (const query of [
      { limit: 7 },
      { limit: 11, year: 2023 },
      { limit: 3, school: schoolId('Banksia Grammar') },
      { limit: 2, school: schoolId('Jacaranda School'), year: 2024 },
    ])
      for (const { id, isFailed, balance } of await parent.readAll(query))
        expect(balance).toBe(isFailed ? null : (expected.get(id) ?? NaN) / 100)
  })

  it('is in the file, and the same as on the statement of the month', async () => {
    const parent = await family(noPlan)
    await addRows(
      parent.accountId,
      [500, -200, 1_000, -700].map((amount) => ({
        on: '2025-05-01',
        school: 'Wattle Grove College',
        amount,
      })),
    )
    const lines = (await parent.csv()).trim().split('\r\n')
    expect(lines[0]).toContain('Date,Description,School,Amount,Status,Balance,Note')
    expect(lines.slice(1).map((line) => line.split(',')[5])).toEqual(['6.00', '13.00', '3.00', '5.00'])
    const statement = await readStatementOf(deps.db, {
      accountId: parent.accountId,
      month: { from: calendarDate('2025-05-01'), to: calendarDate('2025-06-01') },
      asOf: new Date(deps.clock().getTime() + 60_000),
    })
    expect(statement?.lines.map(({ amount }) => amount)).toEqual([500, -200, 1_000, -700])
  })
})

async function addFailed(
  accountId: string,
  { at, kind = 'Early', reason = 'insufficient_funds' }: { at: Date; kind?: string; reason?: string },
): Promise<void> {
  await deps.db.run(sql`
    insert into payment (account_id, id, kind, institution_id, currency, amount_minor, status, failure_code, created_at,
      updated_at)
    values (${accountId}, gen_random_uuid(), ${kind}, ${schoolId('Jacaranda School')}, 'AUD', 2500, 'Failed', ${reason},
      ${at}, ${at})`)
}

describe('An attempt that failed', () => {
  it('is listed with its reason at its time, is in no balance, and has its own details', async () => {
    const today = dateIn('AU', deps.clock())
    const parent = await family({ ...noPlan, entries: () => [oneEntry({ on: addDays(today, -5) })] })
    await addFailed(parent.accountId, { at: deps.clock() })
    await addFailed(parent.accountId, { at: deps.clock(), kind: 'Guest', reason: 'stolen_card' })
    const page = await parent.read()
    expect(page.transactions).toHaveLength(3)
    const [own, guest] = ['Additional payment', 'Payment by link'].map((name) =>
      page.transactions.find(({ typeDesc }) => typeDesc === name),
    )
    expect(own).toMatchObject({
      date: today,
      amount: 25,
      isFailed: true,
      isPending: false,
      balance: null,
      note: 'Your card has insufficient funds. Nothing was taken.',
    })
    // What a guest's bank said is not told to the family.
    expect(guest?.note).toBe("The payer's bank did not allow it. Nothing was taken.")
    expect(page.transactions[2]).toMatchObject({ isFailed: false, balance: 10 })
    expect(page.currentBalance).toBe(10)
    expect(page.filters).toEqual({
      years: [Number(today.slice(0, 4))],
      schools: ['Jacaranda School', 'Wattle Grove College'].map((name) => ({
        id: schoolId(name as SchoolName),
        name,
      })),
    })
    const path = `/api/portal/customer/account/${parent.accountId}/transactions/${own?.id}`
    const details = await call(`GET ${path}`, { token: parent.token })
    expect(details.body).toMatchObject({ isFailed: true, hasReceipt: false })
    expect(details.body.sentence).toMatch(
      /^A payment made ahead of your payment plan on .* did not go through\. Your card has insufficient funds\. Nothing was taken\.$/,
    )
    expect(await parent.csv()).toContain(
      'Additional payment,Jacaranda School,25.00,Failed,,Your card has insufficient funds.',
    )
  })
})

describe('A payment under way', () => {
  it('comes first, on the first page alone, is no part of the balance, and can be narrowed to', async () => {
    const today = dateIn('AU', deps.clock())
    const parent = await family({
      ...noPlan,
      entries: () => Array.from({ length: 3 }, () => oneEntry({ on: addDays(today, 3) })),
    })
    const { accountId } = parent
    const before = await parent.read()
    const at = deps.clock()
    for (const [status, institution] of [
      ['Created', 'Jacaranda School'],
      ['Processing', 'Wattle Grove College'],
      ['Unknown', 'Wattle Grove College'],
      ['Failed', 'Wattle Grove College'],
    ] as const) {
      await deps.db.run(sql`
        insert into payment (account_id, id, kind, institution_id, currency, amount_minor, status, created_at, updated_at)
        values (${accountId}, gen_random_uuid(), 'Early', ${schoolId(institution)}, 'AUD', 2500, ${status}, ${at}, ${at})`)
    }
    const page = await parent.read({ limit: 2 })
    expect(page.transactions.map(({ isPending }) => isPending)).toEqual([true, true, true, false, false])
    expect(page.transactions[0]).toMatchObject({ typeDesc: 'Additional payment', amount: 25, date: today })
    expect(page.currentBalance).toBe(before.currentBalance)
    expect(page.filters?.schools.map(({ name }) => name)).toEqual([
      'Jacaranda School',
      'Wattle Grove College',
    ])
    const second = await parent.read({ limit: 2, cursor: page.nextCursor })
    // The third entry, and the attempt that failed.
    expect(second.transactions.map(({ isPending, isFailed }) => [isPending, isFailed])).toEqual([
      [false, false],
      [false, true],
    ])
    const narrowed = await parent.read({ school: schoolId('Jacaranda School'), year: today.slice(0, 4) })
    expect(narrowed.transactions.map(({ isPending }) => isPending)).toEqual([true])
    expect((await parent.read({ school: schoolId('Jacaranda School'), year: 2019 })).transactions).toEqual([])
  })
})

describe('The transactions of all accounts', () => {
  const portal = (token: string, query = '') =>
    call(`GET /api/portal/customer/transactions${query}`, { token })

  it('come as one list, page by page, each with its account', async () => {
    const entries = (days: number[]) => () =>
      days.map((day) => oneEntry({ on: addDays(calendarDate('2025-01-01'), day), amount: cents(day + 1) }))
    const parent = await family(
      { ...noPlan, productType: 'Pay', entries: entries([0, 2, 4, 6, 8]) },
      { ...noPlan, productType: 'Pay', school: 'Banksia Grammar', entries: entries([1, 3, 5]) },
    )
    const met: { accountId: string; amount: number }[] = []
    for (let query = '?limit=3'; query;) {
      const { body } = await portal(parent.token, query)
      expect(body).toMatchObject({ account: { product: 'Pay' }, currentBalance: 0.37 })
      met.push(...body.transactions)
      query = body.nextCursor ? `?limit=3&cursor=${body.nextCursor}` : ''
    }
    expect(met.map(({ amount }) => Math.round(amount * 100))).toEqual([9, 7, 6, 5, 4, 3, 2, 1])
    const [first, second] = parent.accounts
    expect(
      met.map(({ accountId }) => (accountId === first?.id ? 1 : accountId === second?.id ? 2 : 0)),
    ).toEqual([1, 1, 2, 1, 2, 1, 2, 1])
  })

  it('have neither a product nor a balance in common where the accounts have none', async () => {
    const mixed = await family({ ...noPlan, productType: 'Pay' }, { ...noPlan, productType: 'Go' })
    const none = { account: null, transactions: [], nextCursor: null }
    expect((await portal(mixed.token)).body).toEqual({ ...none, currentBalance: 0 })
    await deps.db.run(
      sql`update account set region = 'UK', currency = 'GBP' where id = ${mixed.accounts[1]?.id}`,
    )
    expect((await portal(mixed.token)).body).toEqual({ ...none, currentBalance: null })
  })

  it('are the caller’s own', async () => {
    const other = await family({ ...noPlan, entries: () => [oneEntry()] })
    const parent = await family(noPlan)
    expect((await portal(parent.token)).body.transactions).toEqual([])
    const path = `/api/portal/customer/account/${other.accountId}/transactions`
    for (const foreign of [path, `${path}/export`])
      expect((await call(`GET ${foreign}`, { token: parent.token })).status).toBe(403)
  })
})
