import type { Transaction, TransactionFilters, Transactions } from '#contract/transactions.ts'
import { productName } from '#domain/accounts.ts'
import { calendarDate, yearOf } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { regionFacts } from '#domain/region.ts'
import type { Db } from '../database/open.ts'
import type { AccountReader } from '../http/http.ts'
import { fromCursor, isUuid, toCursor, top, type Position } from './cursor.ts'
import { dayOf, pendingRows, type Narrowed } from './pending.ts'
import { findPage, findPortalPage, pageRead, type PageRow, type Row } from './transactions.store.ts'

type Paged = { cursor?: string; limit?: number }

const defaultLength = 50
const maxLength = 200

type Query = Narrowed & Paged

export const readTransactions: AccountReader<Transactions, Query> = {
  ask: ({ query: { cursor, limit, ...narrowed } }, { accountId }) =>
    pageRead(accountId, wantedOf(narrowed, positionOf(cursor), lengthOf(limit))),
  answer: ({ page }, { query }) => toReply(page as PageRow, query),
}

function toReply(page: PageRow, { limit, ...narrowed }: Query): Transactions {
  const { transactions, next } = cutPage(page, narrowed, lengthOf(limit))
  return {
    account: productOf(page),
    currentBalance: toDecimal(page.balance),
    transactions,
    nextCursor: next && toCursor(next),
    filters: filtersOf(page),
  }
}

export type Page = Pick<PageRow, 'shortId' | 'region'> & {
  /** Pending ones come first, on the first page only. */
  transactions: Transaction[]
  /** Where the next page begins, if there is one. */
  next: Position | null
}

/** A page outside a request for it. */
export async function readPage(
  db: Db,
  {
    accountId,
    narrowed,
    after,
    length,
  }: { accountId: string; narrowed: Narrowed; after: Position; length: number },
): Promise<Page> {
  const page = await findPage(db, accountId, wantedOf(narrowed, after, length))
  if (!page) throw new Refusal('not_found')
  return { shortId: page.shortId, region: page.region, ...cutPage(page, narrowed, length) }
}

function cutPage({ entries, pending }: PageRow, narrowed: Narrowed, length: number) {
  const { rows, last } = cut(entries, length)
  return {
    transactions: [...pendingRows(pending ?? [], narrowed).map(toPending), ...rows.map(toSettled)],
    next: last ? { date: last.date, id: last.id } : null,
  }
}

const positionOf = (cursor: string | undefined) => (cursor === undefined ? top : fromCursor(cursor))

const wantedOf = (narrowed: Narrowed, after: Position, length: number) => ({
  ...boundsOf(narrowed),
  after,
  isFirst: after === top,
  length,
})

export async function readPortalTransactions(db: Db, accountIds: string[], { cursor, limit }: Paged) {
  const length = lengthOf(limit)
  const found = await findPortalPage(db, {
    accountIds,
    after: positionOf(cursor),
    isFirst: cursor === undefined,
    limit: length + 1,
  })
  const { accounts = [], pending = [], entries = [] } = found ?? {}
  const { rows, last } = cut(entries, length)
  const isOneProduct = new Set(accounts.map(({ productType }) => productType)).size === 1
  const isOneCurrency = new Set(accounts.map(({ region }) => regionFacts[region].currency)).size === 1
  return {
    account: accounts[0] && isOneProduct ? productOf(accounts[0]) : null,
    currentBalance: isOneCurrency
      ? toDecimal(cents(accounts.reduce((sum, { balance }) => sum + balance, 0)))
      : null,
    transactions: [
      ...pendingRows(pending).map((row) => ({ accountId: row.accountId, ...toPending(row) })),
      ...rows.map((row) => ({ accountId: row.accountId, ...toSettled(row) })),
    ],
    nextCursor: last ? toCursor(last) : null,
  }
}

const lengthOf = (limit = defaultLength) => Math.min(Math.max(limit, 1), maxLength)

const productOf = ({ productType }: Pick<PageRow, 'productType'>) => ({
  product: productName(productType),
  productType,
})

const nowhere = '00000000-0000-0000-0000-000000000000'

function boundsOf({ school, year }: Narrowed) {
  return {
    // No school has such a name, and so no row either.
    schoolId: school === undefined || isUuid(school) ? (school ?? null) : nowhere,
    from: calendarDate(`${year ?? '0001'}-01-01`),
    to: calendarDate(`${year ?? '9999'}-12-31`),
  }
}

/** One row more than wanted shows that there is another page. `last` is set only then. */
function cut<Each>(rows: Each[], length: number): { rows: Each[]; last: Each | undefined } {
  return rows.length > length
    ? { rows: rows.slice(0, length), last: rows[length - 1] }
    : { rows, last: undefined }
}

const toSettled = (row: Row) => toTransaction(row, false)
const toPending = (row: Row) => toTransaction(row, true)

export function toTransaction(row: Row, isPending: boolean): Transaction {
  return {
    id: row.id,
    date: row.date,
    typeDesc: row.description,
    amount: toDecimal(row.amount),
    school: { name: row.school },
    isPending,
    withdrawalStatus: row.withdrawalStatus,
  }
}

const byName = new Intl.Collator('en-AU')

/** On the first page only. A pending payment can be the first of its school or of its year. */
function filtersOf({ schools, years, pending }: PageRow): TransactionFilters | null {
  if (!schools || !years || !pending) return null
  const names = new Map(
    [...schools, ...pending.map(({ schoolId, school }) => ({ id: schoolId, name: school }))].map((each) => [
      each.id,
      each,
    ]),
  )
  return {
    schools: [...names.values()].toSorted((a, b) => byName.compare(a.name, b.name)),
    years: [...new Set([...years, ...pending.map((payment) => yearOf(dayOf(payment)))])].toSorted(
      (a, b) => b - a,
    ),
  }
}
