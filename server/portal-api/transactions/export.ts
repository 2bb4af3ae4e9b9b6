import type { FileReply } from '#contract/endpoint.ts'
import type { Transaction } from '#contract/transactions.ts'
import { calendarDate, dateIn, formatDateNumeric } from '#domain/calendar/calendar.ts'
import { formatNumber } from '#domain/money.ts'
import { schoolPaymentWords } from '#domain/remittances.ts'
import { withdrawalWords } from '#domain/withdrawals.ts'
import type { Clock } from '../../platform/clock.ts'
import { csvText, type CsvCell } from '../../platform/csv/csv-text.ts'
import type { Db } from '../../platform/database/open.ts'
import { top, type PageStart } from './cursor.ts'
import type { Narrowed } from './pending.ts'
import { readTransactionsPage } from './transactions.ts'

const header = ['Date', 'Description', 'School', 'Amount', 'Status', 'Balance', 'Note']

/** Most exports need one read of this size, and it fits in memory. */
const rowsAtOnce = 5_000

/** The whole filtered list as CSV for a spreadsheet. */
export async function exportTransactions(
  { db, clock }: { db: Db; clock: Clock },
  accountId: string,
  narrowed: Narrowed,
): Promise<FileReply> {
  const first = await readTransactionsPage(db, { accountId, narrowed, after: top, length: rowsAtOnce })
  const cells = first.transactions.map(cellsOf)
  for (let after: PageStart | null = first.next; after;) {
    const page = await readTransactionsPage(db, { accountId, narrowed, after, length: rowsAtOnce })
    for (const transaction of page.transactions) cells.push(cellsOf(transaction))
    after = page.next
  }
  const { shortId, region } = first
  return {
    bytes: new TextEncoder().encode(csvText(header, cells)),
    fileName: `Larkwell transactions ${shortId} ${dateIn(region, clock())}.csv`,
  }
}

function cellsOf(transaction: Transaction): CsvCell[] {
  const { date, typeDesc, school, amount, balance, note } = transaction
  return [
    formatDateNumeric(calendarDate(date)),
    typeDesc,
    school.name,
    { number: formatNumber(amount) },
    statusOf(transaction),
    balance === null ? null : { number: formatNumber(balance) },
    note,
  ]
}

/** Money set aside for a withdrawal has left the balance, but is not completed before it is paid. */
function statusOf({ isPending, isFailed, withdrawalStatus, schoolPayment }: Transaction): string {
  if (withdrawalStatus) return withdrawalWords[withdrawalStatus]
  if (schoolPayment) return schoolPaymentWords[schoolPayment.status]
  if (isFailed) return 'Failed'
  return isPending ? 'Pending' : 'Completed'
}
