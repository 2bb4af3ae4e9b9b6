import { describe, expect, it } from 'vitest'
import { explainedFigures, type ExplainedFigure } from '#domain/explanations/explanations.ts'
import { loadDemoFamilies } from '#tools/testing/load-demo.ts'
import { explainerOf, expectAddsUp, minor } from '#tools/testing/explanations.ts'
import { isLong } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { startCustomerSession } from '../../people/session/session.ts'

const server = await testServer()
const { deps, call } = server
const explain = explainerOf(server)
await loadDemoFamilies(deps)

type Family = { accountId: string; token: string }

const tokenOf = (customer: { customerId: string; email: string }) =>
  startCustomerSession(deps.db, deps, { ...customer, name: 'A B', accountIds: [] }, 'Code')

/** All accounts of all demo families, each with one of its customers. */
async function everyFamily(): Promise<(Family & { email: string })[]> {
  const accounts = await deps.db.many<{ accountId: string; customerId: string; email: string }>(sql`
    select distinct on (account_id) account_id as "accountId", customer_id as "customerId", email
    from account_member join customer on customer.id = customer_id
    where customer.status = 'Active' order by account_id, customer_id`)
  return Promise.all(accounts.map(async (account) => ({ ...account, token: await tokenOf(account) })))
}

async function demoFamily(name: string): Promise<Family> {
  const account = await deps.db.first<{ accountId: string; customerId: string; email: string }>(sql`
    select account_id as "accountId", customer_id as "customerId", email
    from account_member join customer on customer.id = customer_id where email = ${`${name}@demo.example`}`)
  if (!account) throw new Error(`There is no demo family ${name}`)
  return { ...account, token: await tokenOf(account) }
}

type Rows = { balance: number; paid: number; total: number | null; next: number | null }

/** The figures as plain sums of rows. */
const rowsOf = async (accountId: string, planYear: number | undefined) =>
  (await deps.db.first<Rows>(sql`
    select coalesce((select balance_minor from family_balance where account_id = ${accountId}), 0) as balance,
      (select coalesce(sum(settled_minor), 0)::bigint
        from instalment join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
        where instalment.account_id = ${accountId} and plan.tuition_year = ${planYear ?? 0}
          and instalment.status <> 'Cancelled') as paid,
      (select total_minor from plan_version version join plan on plan.account_id = version.account_id
        and plan.id = version.plan_id and plan.version = version.version
        where plan.account_id = ${accountId} and plan.tuition_year = ${planYear ?? 0}) as total,
      (select instalment.open_minor
        from instalment join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
        where instalment.account_id = ${accountId} and instalment.status in ('Scheduled', 'Retrying')
          and plan.status in ('Current', 'Saved') and open_minor > 0
        order by coalesce(retry_on, collect_on), seq limit 1) as next`))!

describe('Every sum of every demo family', () => {
  it('opens to parts that add up to it, and is what the Overview shows and the rows hold', async () => {
    const all = await everyFamily()
    expect(all.length).toBeGreaterThan(100)
    const families = isLong ? all : all.filter((_, place) => place % 6 === 0)
    const seen = new Map<ExplainedFigure, number>()
    for (const { accountId, token } of families) {
      const { body: overview } = await call(`GET /api/portal/customer/account/${accountId}/overview`, {
        token,
      })
      const rows = await rowsOf(accountId, overview.activePlan?.tuitionYear)
      const figures: Partial<Record<ExplainedFigure, number>> = {}
      for (const figure of explainedFigures) {
        const path = `/api/portal/customer/account/${accountId}/explanations/${figure}`
        const { status, body } = await call(`GET ${path}`, { token })
        if (status === 404) continue
        expect([status, figure]).toEqual([200, figure])
        expectAddsUp(body)
        figures[figure] = minor(body.amount)
        if (figure === 'next-payment') {
          const before = overview.nextRepayment.previousAmount ?? body.amount
          expect(body.change?.before ?? body.amount).toBe(before)
        }
        seen.set(figure, (seen.get(figure) ?? 0) + 1)
      }
      const plan = overview.activePlan
      const { 'available-to-withdraw': available, ...rest } = figures
      expect(rest).toEqual({
        balance: rows.balance,
        ...(plan && { 'paid-so-far': rows.paid, remaining: Math.max(0, (rows.total ?? 0) - rows.paid) }),
        ...(rows.next !== null && { 'next-payment': rows.next }),
      })
      expect(rest).toEqual({
        balance: minor(overview.currentBalance),
        ...(plan && { 'paid-so-far': minor(plan.totalRepaid), remaining: minor(plan.remainingToBeRepaid) }),
        ...(overview.nextRepayment && { 'next-payment': minor(overview.nextRepayment.amount) }),
      })
      expect(available).toBeGreaterThanOrEqual(0)
      expect(available).toBeLessThanOrEqual(Math.max(0, rows.balance))
      const parts: { kind: string; amount: number }[] = overview.balanceParts
      if (parts.length > 0) {
        expect(parts.reduce((total, { amount }) => total + minor(amount), 0)).toBe(rows.balance)
        expect(minor(parts.find(({ kind }) => kind === 'Available')?.amount ?? NaN)).toBe(available)
      }
    }
    for (const figure of explainedFigures) expect(seen.get(figure)).toBeGreaterThan(isLong ? 20 : 2)
  })

  it('tells credit of the school from what was carried over', async () => {
    const { groups } = await explain(await demoFamily('wd.full'), 'balance')
    expect(groups[0]).toMatchObject({ sentence: 'Your school gave you 1 credit', amount: 905.5 })
    expect(groups.map(({ sentence }) => sentence)).not.toContain('Carried over from before')
  })

  it('is a secret of the family', async () => {
    const [one, other] = await everyFamily()
    const { status } = await call(
      `GET /api/portal/customer/account/${other?.accountId}/explanations/balance`,
      { token: one?.token ?? '' },
    )
    expect(status).toBe(403)
  })
})

/** Entries as they come: of every kind that moves the family's book, of random sums, on random days. */
async function addEntries({ accountId }: Family, count: number, seed: number): Promise<void> {
  await deps.db.run(sql`
    with drawn as (
      select gen_random_uuid() as id, number,
        1 + abs(hashint8(number * 7 + ${seed}::int)) % 900000 as amount,
        abs(hashint8(number * 31 + ${seed}::int)) % 6 as draw,
        date '2022-01-01' + abs(hashint8(number * 13 + ${seed}::int)) % 1500 as day
      from generate_series(1, ${count}::int) as number
    ), entry as (
      insert into ledger_entry (account_id, id, kind, description, institution_id, posted_on, created_at)
      select ${accountId}::uuid, drawn.id,
        (array['Repayment', 'PaymentToSchool', 'Refund', 'Fee', 'Adjustment', 'Reversal'])[draw + 1],
        nullif((array['Card repayment', 'Payment to school', 'Refund', 'Dishonour fee', '', 'Reversal'])[draw + 1], ''),
        case when draw = 1 then (select id from institution order by id offset number % 3 limit 1) end, day, day
      from drawn
    )
    insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor)
    select ${accountId}::uuid, drawn.id, side.line, side.book, 'AUD',
      amount * side.sign * case when draw in (0, 4, 5) then 1 else -1 end
    from drawn, (values (1, 'Family', 1), (2, 'Suspense', -1)) as side (line, book, sign)`)
}

describe('A balance', () => {
  it.each([
    [1, 'docs.none'],
    [2, 'docs.many'],
    [3, 'plan.none'],
  ])('adds up whatever happened: ledger %d', async (seed, name) => {
    const family = await demoFamily(name)
    await addEntries(family, 70 * seed, seed)
    const explanation = await explain(family, 'balance')
    const rows = await rowsOf(family.accountId, undefined)
    expect(minor(explanation.amount)).toBe(rows.balance)
    const counts = await deps.db.first<{ count: number }>(sql`
      select count(*)::int as count from ledger_posting where account_id = ${family.accountId} and book = 'Family'`)
    expect(explanation.groups.reduce((total, { count }) => total + count, 0)).toBe(counts?.count)
    const schools = explanation.groups.filter(({ sentence }) => sentence.includes('left your balance for'))
    expect(schools.length).toBeGreaterThanOrEqual(3)
  })

  itLong('of 5,000 entries is told by its newest, and quickly', async () => {
    const family = await demoFamily('tx.fail')
    await addEntries(family, 5_000, 99)
    await deps.db.run(sql`analyze ledger_entry, ledger_posting`)
    await explain(family, 'balance')
    // Work, not time: how long it takes depends on what else the machine is doing.
    const before = process.cpuUsage()
    const { groups } = await explain(family, 'balance')
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(2_000)
    const fees = groups.find(({ sentence }) => /^We charged [\d,]+ fees$/.test(sentence))
    expect(fees?.lines).toHaveLength(20)
    const newest = await deps.db.many<{ id: string }>(sql`
      select id from ledger_entry where account_id = ${family.accountId} and kind = 'Fee'
      order by posted_on desc, id desc limit 20`)
    expect(fees?.lines.map(({ transactionId }) => transactionId)).toEqual(newest.map(({ id }) => id))
  })

  it('of nothing has nothing to show', async () => {
    expect(await explain(await demoFamily('tx.none'), 'balance')).toMatchObject({ amount: 0, groups: [] })
  })
})
