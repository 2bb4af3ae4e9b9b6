import type { Transaction, TransactionFilters, Transactions } from '#contract/transactions.ts'
import { productName } from '#domain/accounts.ts'
import { calendarDate, dateIn, yearOf } from '#domain/calendar/calendar.ts'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
import { orNotFound } from '#domain/refusal.ts'
import { regionFacts } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { partsOfBalance } from '../../books/free-credit/balance-parts.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { fromCursor, isUuid, toCursor, top, type PageStart } from './cursor.ts'
import { dayOf, pendingRows, type Narrowed } from './pending.ts'
import { descriptionOf } from '../../books/payments/settle.ts'
import { attemptNote } from './note.ts'
import {
  findPage,
  findPortalPage,
  type TransactionRow,
  type PageRow,
  type Row,
} from './transactions.store.ts'

type Paged = { cursor?: string; limit?: number }

const defaultLength = 50
const maxLength = 200

type Query = Narrowed & Paged

export async function readTransactions(
  { db, clock }: BasicDeps,
  accountId: string,
  query: Query,
): Promise<Transactions> {
  const { cursor, limit, ...narrowed } = query
  const pageQuery = pageQueryOf(narrowed, positionOf(cursor), lengthOf(limit))
  const page = orNotFound(await findPage(db, accountId, pageQuery))
  return toReply(page, query, clock())
}

function toReply(page: PageRow, { limit, ...narrowed }: Query, now: Date): Transactions {
  const { transactions, next } = cutPage(page, narrowed, lengthOf(limit))
  return {
    account: productOf(page),
    currentBalance: toDecimal(page.balance),
    balanceParts: page.credit && partsOfBalance({ ...page, ...page.credit }, dateIn(page.region, now)),
    transactions,
    nextCursor: next && toCursor(next),
    filters: filtersOf(page),
  }
}

export type TransactionsPage = Pick<PageRow, 'shortId' | 'region'> & {
  /** Pending ones come first, on the first page only. */
  transactions: Transaction[]
  /** Where the next page begins, if there is one. */
  next: PageStart | null
}

/** Reads a page for other code than the list's own endpoint. */
export async function readTransactionsPage(
  db: Db,
  {
    accountId,
    narrowed,
    after,
    length,
  }: { accountId: string; narrowed: Narrowed; after: PageStart; length: number },
): Promise<TransactionsPage> {
  const page = orNotFound(await findPage(db, accountId, pageQueryOf(narrowed, after, length)))
  return { shortId: page.shortId, region: page.region, ...cutPage(page, narrowed, length) }
}

function cutPage({ entries, pending }: PageRow, narrowed: Narrowed, length: number) {
  const { rows, last } = cut(entries, length)
  return {
    transactions: [...pendingRows(pending ?? [], narrowed).map(toPending), ...rows.map(toListed)],
    next: last ? startAfter(last) : null,
  }
}

/** The next page continues with the balance before this row. */
function startAfter({ date, at, seq, id, balance, amount, attempt }: TransactionRow): PageStart {
  return { date, at, seq, id, balance: attempt ? balance : cents(balance - amount) }
}

const positionOf = (cursor: string | undefined) => (cursor === undefined ? top : fromCursor(cursor))

const pageQueryOf = (narrowed: Narrowed, after: PageStart, length: number) => ({
  ...boundsOf(narrowed),
  after,
  isFirst: after === top,
  length,
})

export async function readPortalTransactions(db: Db, accountIds: string[], { cursor, limit }: Paged) {
  const length = lengthOf(limit)
  const page = await findPortalPage(db, {
    accountIds,
    ...boundsOf({}),
    // Each account has its own balance, so none goes on from page to page.
    after: { ...positionOf(cursor), balance: null },
    isFirst: cursor === undefined,
    length,
  })
  const { accounts = [], pending = [], entries = [] } = page ?? {}
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
      ...rows.map((row) => ({ accountId: row.accountId, ...toListed(row) })),
    ],
    nextCursor: last ? toCursor(startAfter(last)) : null,
  }
}

const lengthOf = (limit = defaultLength) => Math.min(Math.max(limit, 1), maxLength)

const productOf = ({ productType }: Pick<PageRow, 'productType'>) => ({
  product: productName(productType),
  productType,
})

const noPosition = '00000000-0000-0000-0000-000000000000'

function boundsOf({ school, year }: Narrowed) {
  return {
    // An id that is no UUID belongs to no school, so the list is empty.
    schoolId: school === undefined || isUuid(school) ? (school ?? null) : noPosition,
    from: calendarDate(`${year ?? '0001'}-01-01`),
    to: calendarDate(`${year ?? '9999'}-12-31`),
  }
}

/** One row beyond the limit shows that there is another page. `last` is set only then. */
function cut<Each>(rows: Each[], length: number): { rows: Each[]; last: Each | undefined } {
  return rows.length > length
    ? { rows: rows.slice(0, length), last: rows[length - 1] }
    : { rows, last: undefined }
}

const toPending = (row: Row) => toTransaction(row, { isPending: true })

function toListed(row: TransactionRow): Transaction {
  const { attempt, balance } = row
  if (!attempt) return toTransaction(row, { balance })
  return toTransaction(
    { ...row, description: descriptionOf(attempt) },
    { isFailed: true, note: attemptNote(attempt) },
  )
}

type Standing = { isPending?: boolean; isFailed?: boolean; balance?: Cents; note?: string | null }

export function toTransaction(
  row: Row,
  { isPending = false, isFailed = false, balance, note = null }: Standing,
): Transaction {
  return {
    id: row.id,
    date: row.date,
    typeDesc: row.description,
    amount: toDecimal(row.amount),
    school: { name: row.school },
    isPending,
    isFailed,
    note,
    balance: balance === undefined ? null : toDecimal(balance),
    withdrawalStatus: row.withdrawalStatus,
    schoolPayment: row.schoolPayment,
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
