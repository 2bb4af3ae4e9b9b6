import type { FileReply } from '#contract/endpoint.ts'
import { dateIn, formatDateNumeric } from '#domain/calendar.ts'
import { formatNumber, toDecimal } from '#domain/money.ts'
import type { Clock } from '../clock.ts'
import { csvText, type Cell } from '../csv-text.ts'
import type { Db } from '../database/open.ts'
import { top, type Place } from './cursor.ts'
import type { Narrowed } from './pending.ts'
import { readPage } from './transactions.ts'
import type { Row } from './transactions.store.ts'

const header = ['Date', 'Description', 'School', 'Amount', 'Status']

/** Long enough that a family needs one, short enough that nobody's memory notices a long one. */
const rowsAtOnce = 5_000

/** The whole list as it is narrowed, for a spreadsheet. */
export async function exportTransactions(
  { db, clock }: { db: Db; clock: Clock },
  accountId: string,
  narrowed: Narrowed,
): Promise<FileReply> {
  const first = await readPage(db, { accountId, narrowed, after: top, length: rowsAtOnce })
  const cells = [
    ...first.pending.map((row) => cellsOf(row, 'Pending')),
    ...first.rows.map((row) => cellsOf(row, 'Completed')),
  ]
  for (let after: Place | null = first.next; after;) {
    const page = await readPage(db, { accountId, narrowed, after, length: rowsAtOnce })
    for (const row of page.rows) cells.push(cellsOf(row, 'Completed'))
    after = page.next
  }
  const { shortId, region } = first.head
  return {
    bytes: new TextEncoder().encode(csvText(header, cells)),
    fileName: `Larkwell transactions ${shortId} ${dateIn(region, clock())}.csv`,
    contentType: 'text/csv; charset=utf-8',
  }
}

function cellsOf({ date, description, school, amount }: Row, status: string): Cell[] {
  return [formatDateNumeric(date), description, school, { number: formatNumber(toDecimal(amount)) }, status]
}
