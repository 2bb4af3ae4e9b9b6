import type { Transaction, TransactionFilters, Transactions } from '#contract/transactions.ts'
import { productName } from '#domain/accounts.ts'
import { calendarDate, yearOf } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { regionFacts } from '#domain/region.ts'
import type { Db } from '../database/open.ts'
import type { AccountReader } from '../http/http.ts'
import { joined, readWritten, Written } from '../http/reply-writer.ts'
import { fromCursor, isUuid, toCursor, top, type Place } from './cursor.ts'
import { dayOf, pendingRows, type Narrowed } from './pending.ts'
import {
  findPage,
  findPortalPage,
  pageRead,
  rowsOf,
  type Head,
  type PageRow,
  type Row,
} from './transactions.store.ts'

type Paged = { cursor?: string; limit?: number }

const usualLength = 50
const greatestLength = 200

type Query = Narrowed & Paged

export const readTransactions: AccountReader<Transactions, Query> = {
  ask: ({ query: { cursor, limit = usualLength, ...narrowed } }) =>
    pageRead(wantedOf(narrowed, placeAfter(cursor), lengthOf(limit))),
  answer: (found, { query }) => toTransactions(found as PageRow, query),
}

function toTransactions(page: PageRow, { limit = usualLength, ...narrowed }: Query): Written<Transactions> {
  const { head } = page
  const { rows, next } = cutPage(page, lengthOf(limit))
  const pending = pendingRows(head.first?.pending ?? [], narrowed).map(underWay)
  const all = [...pending.map((each) => JSON.stringify(each)), ...rows.map(({ text }) => text)]
  return joined<Transactions, 'transactions'>(
    {
      account: productOf(head),
      currentBalance: toDecimal(head.balance),
      nextCursor: next && toCursor(next),
      filters: head.first && filtersOf(head.first),
    },
    { transactions: new Written(`[${all.join()}]`) },
  )
}

export type Page = {
  head: Head
  /** Those under way come first, on the first page only. */
  transactions: Transaction[]
  /** Where the page ends, if there is another. */
  next: Place | null
}

/** A page for whoever has more to do with it than to pass it on. */
export async function readPage(
  db: Db,
  {
    accountId,
    narrowed,
    after,
    length,
  }: { accountId: string; narrowed: Narrowed; after: Place; length: number },
): Promise<Page> {
  const page = await findPage(db, accountId, wantedOf(narrowed, after, length))
  if (!page) throw new Refusal('not_found')
  const { head } = page
  const { rows, next } = cutPage(page, length)
  const pending = pendingRows(head.first?.pending ?? [], narrowed).map(underWay)
  return { head, transactions: [...pending, ...rows.map(readWritten)], next }
}

function cutPage(page: PageRow, length: number) {
  const { rows, last } = cut(rowsOf(page), length)
  return { rows, next: last ? placeOf(readWritten(last)) : null }
}

const placeAfter = (cursor: string | undefined) => (cursor === undefined ? top : fromCursor(cursor))

const wantedOf = (narrowed: Narrowed, after: Place, length: number) => ({
  ...boundsOf(narrowed),
  after,
  isFirst: after === top,
  length,
})

export async function readPortalTransactions(
  db: Db,
  accountIds: string[],
  { cursor, limit = usualLength }: Paged,
) {
  const length = lengthOf(limit)
  const { head, rows } = await findPortalPage(db, {
    accountIds,
    after: placeAfter(cursor),
    isFirst: cursor === undefined,
    limit: length + 1,
  })
  const { accounts = [], pending = [] } = head ?? {}
  const page = cut(rows, length)
  const isOneProduct = new Set(accounts.map(({ productType }) => productType)).size === 1
  const isOneCurrency = new Set(accounts.map(({ region }) => regionFacts[region].currency)).size === 1
  return {
    account: accounts[0] && isOneProduct ? productOf(accounts[0]) : null,
    currentBalance: isOneCurrency
      ? toDecimal(cents(accounts.reduce((sum, { balance }) => sum + balance, 0)))
      : null,
    transactions: [
      ...pendingRows(pending).map((row) => ({ accountId: row.accountId, ...underWay(row) })),
      ...page.rows.map((row) => ({ accountId: row.accountId, ...settled(row) })),
    ],
    nextCursor: page.last ? toCursor(placeOf(page.last)) : null,
  }
}

const lengthOf = (limit: number) => Math.min(Math.max(limit, 1), greatestLength)

const productOf = ({ productType }: Pick<Head, 'productType'>) => ({
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

/** One row more than wanted tells whether there is another page: only then it is said which comes last. */
function cut<Each>(rows: Each[], length: number): { rows: Each[]; last: Each | undefined } {
  return rows.length > length
    ? { rows: rows.slice(0, length), last: rows[length - 1] }
    : { rows, last: undefined }
}

const placeOf = ({ date, id }: { date: string; id: string }): Place => ({ date: calendarDate(date), id })

const settled = (row: Row) => toTransaction(row, false)
const underWay = (row: Row) => toTransaction(row, true)

export function toTransaction(row: Row, isPending: boolean): Transaction {
  return {
    id: row.id,
    date: row.date,
    typeDesc: row.description,
    amount: toDecimal(row.amount),
    school: { name: row.school },
    isPending,
  }
}

const byName = new Intl.Collator('en-AU')

/** A payment under way can be the first of its school or of its year. */
function filtersOf({ schools, years, pending }: NonNullable<Head['first']>): TransactionFilters {
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
