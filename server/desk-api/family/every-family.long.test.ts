import { describe, expect, it } from 'vitest'
import type { StaffFamily, WhyBalance } from '#contract/staff-family.ts'
import type { ExplainedEntry, LedgerRow, StaffLedger } from '#contract/staff-family-ledger.ts'
import type { StaffPlanHistories } from '#contract/staff-family-plans.ts'
import type { FamilyDocuments, FamilyMessages, FamilyPayments } from '#contract/staff-family-records.ts'
import { ledgerFilters } from '#domain/family-ledger.ts'
import { loadDemoFamilies } from '#tools/testing/load-demo.ts'
import { expectAddsUp, minor } from '#tools/testing/explanations.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

/** Families of every kind: with two plans, closed, in set-up, in the United Kingdom, with disputes and withdrawals. */
const server = await testServer({ doesJobs: false })
const { call, deps } = server
await loadDemoFamilies(deps)
const { token } = await addStaff(server, 'operations')
const accounts = await deps.db.many<{ id: string; shortId: string }>(sql`
  select account.id, short_id as "shortId" from account
  where exists (select from account_member where account_id = account.id) order by short_id`)

async function read<Reply>(path: string): Promise<Reply> {
  const { status, body } = await call(`GET /api/staff/families/${path}`, { token })
  expect([path, status]).toEqual([path, 200])
  return body as Reply
}

const sum = (parts: readonly { amount: number }[]) =>
  parts.reduce((total, { amount }) => total + minor(amount), 0)

async function wholeLedger(accountId: string, query: string): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = []
  for (let cursor = ''; ;) {
    const page = await read<StaffLedger>(`${accountId}/ledger?limit=7${query}${cursor}`)
    rows.push(...page.rows)
    if (page.nextCursor === null) return rows
    cursor = `&cursor=${page.nextCursor}`
  }
}

/** What the ledger itself says, without any of our reads: the family's book, entry by entry. */
const booked = (accountId: string) =>
  deps.db.many<{ id: string; balance: number }>(sql`
    select entry.id, sum(coalesce(family.amount, 0)) over (order by entry.posted_on, entry.created_at, entry.seq)::bigint as balance
    from ledger_entry entry left join lateral (
      select sum(amount_minor) as amount from ledger_posting posting
      where posting.account_id = entry.account_id and posting.entry_id = entry.id and posting.book = 'Family') family on true
    where entry.account_id = ${accountId}`)

describe('For every family', () => {
  it('there are many of them', () => expect(accounts.length).toBeGreaterThan(80))

  it('the balance after each entry is what the ledger says, on every page and however it is narrowed', async () => {
    for (const { id } of accounts) {
      const truth = new Map((await booked(id)).map((entry) => [entry.id, entry.balance]))
      const { counts, year, balance } = await read<StaffLedger>(`${id}/ledger`)
      const parts = { ...counts, All: 0 }
      expect(Object.values(parts).reduce((total, each) => total + each, 0)).toBe(counts.All)
      for (const filter of ledgerFilters) {
        const rows = await wholeLedger(id, `&filter=${filter}&year=${year ?? 2026}`)
        expect(rows).toHaveLength(counts[filter])
        for (const row of rows) expect(minor(row.balance)).toBe(truth.get(row.id))
        if (filter === 'All') expect(sum(rows)).toBe(minor(balance))
      }
    }
  })

  it('balance, its explanation and its parts agree, and nothing of the page is missing', async () => {
    for (const { id, shortId } of accounts) {
      const family = await read<StaffFamily>(id)
      const why = await read<WhyBalance>(`${id}/explanations/balance`)
      expect(family.shortId).toBe(shortId)
      expectAddsUp(why)
      expect(why.amount).toBe(family.glance.balance.amount)
      expect(sum(why.parts)).toBe(minor(why.amount))
      expect(family.members.length).toBeGreaterThan(0)
      for (const { value } of family.facts) expect(value).not.toBe('')
      const { documents } = await read<FamilyDocuments>(`${id}/documents`)
      const messages = await read<FamilyMessages>(`${id}/messages`)
      const payments = await read<FamilyPayments>(`${id}/payments?limit=200`)
      expect(family.counts).toMatchObject({
        documents: documents.length,
        messages: messages.counts.All,
        payments: payments.counts.All,
      })
    }
  })

  it('an entry is explained by postings that add up to nothing', async () => {
    for (const { id } of accounts) {
      const { rows } = await read<StaffLedger>(`${id}/ledger?limit=4`)
      for (const row of rows) {
        const entry = await read<ExplainedEntry>(`${id}/ledger/${row.id}`)
        expect(entry.entries[0]?.id).toBe(row.id)
        for (const { postings } of entry.entries) expect(sum(postings)).toBe(0)
        const ofFamily = entry.entries[0]?.postings.filter(({ book }) => book === 'Family') ?? []
        expect(sum(ofFamily)).toBe(minor(row.amount))
        expect(entry.sentences.join(' ')).not.toBe('')
      }
    }
  })

  it('the differences of plan versions and the payments of a plan add up', async () => {
    for (const { id } of accounts) {
      const { plans } = await read<StaffPlanHistories>(`${id}/plans`)
      for (const plan of plans) {
        expect(sum(plan.sums)).toBe(minor(plan.total))
        expect(sum(plan.toBeMade)).toBe(minor(plan.stillToBePaid))
        expect(plan.versions[0]?.total).toBe(plan.total)
        for (const { total, totalBefore, differences } of plan.versions)
          expect(sum(differences)).toBe(minor(total) - minor(totalBefore ?? 0))
      }
    }
  })
})
