import { balancePartWords, type BalancePart } from '#domain/balance-parts.ts'
import { formatDate, formatDateNumeric, monthName, type CalendarDate } from '#domain/calendar/calendar.ts'
import { sumOf, type Cents } from '#domain/money.ts'
import type { DisputedPayment } from '#domain/problems.ts'
import { sheetWidth, type Column, type openSheet } from './sheet.ts'

/** How an account stands on the day on which a statement is made. */
export type StatementStanding = {
  /** The balance on that day and its parts; products that show none have no parts. */
  balance: Cents
  parts: BalancePart[]
  /** Overdue amounts, the oldest first. */
  overdue: { dueOn: CalendarDate; words: string; schoolName: string; amount: Cents }[]
  disputes: DisputedPayment[]
  /** Payments that have not arrived, as positive amounts, and withdrawals that have not left, as negative ones. */
  onItsWay: { date: CalendarDate; words: string; schoolName: string | null; amount: Cents }[]
}

const sums = 96
const date = 76
const school = 140
const listColumns = (label: string): Column[] => [
  { label, width: date },
  { label: 'Description', width: sheetWidth - date - sums - school },
  { label: 'School', width: school },
  { label: 'Amount', width: sums, align: 'right' },
]
const disputeColumns: Column[] = [
  { label: 'Payment of', width: date },
  { label: 'Taken back on', width: date + 14 },
  { label: 'Paid with', width: sheetWidth - 2 * date - 14 - sums },
  { label: 'Amount', width: sums, align: 'right' },
]
const sumColumns = (label: string): Column[] => [
  { label, width: sheetWidth - sums },
  { label: 'Amount', width: sums, align: 'right' },
]

/** The closing balance covers what has moved. Amounts still to be paid, decided or to arrive are shown below it. */
export function drawStanding(
  sheet: ReturnType<typeof openSheet>,
  standing: StatementStanding,
  about: {
    month: CalendarDate
    closing: number
    madeOn: CalendarDate
    money: (amount: number) => string
  },
): void {
  const { overdue, disputes, onItsWay } = standing
  const { money, madeOn } = about
  const signed = (amount: number) => (amount > 0 ? `+${money(amount)}` : money(amount))
  if (overdue.length > 0) {
    sheet.heading(`Overdue on ${formatDate(madeOn)}`)
    sheet.table(
      listColumns('Due on'),
      overdue.map(({ dueOn, words, schoolName, amount }) => [
        formatDateNumeric(dueOn),
        words,
        schoolName,
        money(amount),
      ]),
    )
    sheet.totals([['Overdue in all', money(sumOf(overdue))]])
    sheet.paragraph(
      'Please pay these amounts in the portal or with the links that we sent you. If you find it hard to pay, please contact us.',
    )
  }
  if (disputes.length > 0) {
    sheet.heading('Disputed with your bank')
    sheet.table(
      disputeColumns,
      disputes.map(({ paidOn, since, method, amount }) => [
        formatDateNumeric(paidOn),
        formatDateNumeric(since),
        method ?? '-',
        money(amount),
      ]),
    )
    sheet.paragraph(
      'Your bank took this back and has yet to decide. It does not count as paid, and we do not ask you for it until then. If you did not mean to dispute it, ask your bank to withdraw the dispute.',
    )
  }
  if (onItsWay.length > 0) {
    sheet.heading('On its way')
    sheet.table(
      listColumns('Date'),
      onItsWay.map(({ date: on, words, schoolName, amount }) => [
        formatDateNumeric(on),
        words,
        schoolName ?? '-',
        signed(amount),
      ]),
    )
    sheet.paragraph('Payments count once they have arrived. Withdrawals have left your balance already.')
  }
  drawBalance(sheet, standing, about)
}

/** Draws the way from the closing balance to the day's balance, and its parts as on the Overview. */
function drawBalance(
  sheet: ReturnType<typeof openSheet>,
  { balance, parts }: StatementStanding,
  { month, closing, madeOn, money }: Parameters<typeof drawStanding>[2],
): void {
  const held = parts.filter(({ kind }) => kind !== 'Owing')
  if (balance === closing && held.length < 2) return
  sheet.heading(`Your balance on ${formatDate(madeOn)}`)
  sheet.table(sumColumns('Since the end of the month'), [
    [`Closing balance of ${monthName(month)}`, money(closing)],
    ['Moved since then', money(balance - closing)],
  ])
  sheet.totals([[`Balance on ${formatDate(madeOn)}`, money(balance)]])
  if (held.length < 2) return
  sheet.table(
    sumColumns('What it is for'),
    held.map((part) => [capitalised(balancePartWords(part)), money(part.amount)]),
  )
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
