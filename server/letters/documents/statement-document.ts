import {
  addDays,
  addMonthsClamped,
  formatDate,
  formatDateNumeric,
  monthName,
  type CalendarDate,
} from '#domain/calendar/calendar.ts'
import { cents, sumOf, type Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { SchoolPaymentStatus } from '#domain/remittances.ts'
import { openSheet, sheetWidth, sum, type Column, type Company } from './sheet.ts'
import { drawStanding, type StatementStanding } from './statement-standing.ts'

export type StatementFacts = {
  region: Region
  /** The first day of the month. */
  month: CalendarDate
  madeOn: CalendarDate
  shortId: string
  names: string[]
  address: string | null
  schools: string[]
  opening: Cents
  /** The lines in their order of time. */
  lines: {
    postedOn: CalendarDate
    description: string | null
    schoolName: string | null
    amount: Cents
    /** How far money for a school had come on the day of the statement. */
    schoolPayment?: SchoolPaymentStatus | null
  }[]
  /** The account's standing, only for the newest month. */
  standing?: StatementStanding
}

const sums = 84
const date = 66
const columns: Column[] = [
  { label: 'Date', width: date },
  { label: 'Description', width: sheetWidth - date - 2 * sums - 120 },
  { label: 'School', width: 120 },
  { label: 'Amount', width: sums, align: 'right' },
  { label: 'Balance', width: sums, align: 'right' },
]

/** The statement of a month: opening balance, entries, closing balance and the current standing. */
export function statementPdf(facts: StatementFacts, company: Company): Promise<Uint8Array> {
  const { region, month, madeOn, opening, lines, standing } = facts
  const last = addDays(addMonthsClamped(month, 1), -1)
  const money = (amount: number) => sum(cents(amount), region)
  const closing = opening + sumOf(lines)
  const overdue = sumOf(standing?.overdue ?? [])
  const sheet = openSheet({
    title: `Statement ${month.slice(0, 7)}`,
    about: `Statement for ${monthName(month)} · Account ${facts.shortId}`,
    region,
    dated: facts.madeOn,
    company,
  })
  sheet.title(`Statement for ${monthName(month)}`, `${formatDate(month)} to ${formatDate(last)}`)
  sheet.panel([
    ['Opening balance', money(opening)],
    ['Money in', money(sumOf(lines.filter(({ amount }) => amount > 0)))],
    ['Money out', money(sumOf(lines.filter(({ amount }) => amount < 0)))],
    ['Closing balance', money(closing)],
    ...(overdue > 0 ? [['Overdue', money(overdue)] satisfies [string, string]] : []),
  ])
  sheet.facts(
    [
      ['Name', listed(facts.names)],
      ...(facts.address === null ? [] : [['Address', facts.address] satisfies [string, string]]),
    ],
    [
      ['Account', facts.shortId],
      [facts.schools.length === 1 ? 'School' : 'Schools', listed(facts.schools)],
      ['Issued on', formatDate(facts.madeOn)],
    ],
  )
  sheet.table(columns, rowsOf(facts, money))
  sheet.totals([['Closing balance', money(closing)]])
  sheet.paragraph(
    'A balance above zero is credit in your favour. A balance below zero is owing. Payments that had not arrived by the end of the month are on the next statement.',
  )
  const unpaid = unpaidToSchools(facts, money)
  if (unpaid) sheet.paragraph(unpaid)
  if (standing) drawStanding(sheet, standing, { month, closing, madeOn, money })
  return sheet.finish()
}

/** Which money for schools had left the balance and was not with them yet. */
function unpaidToSchools(
  { lines, madeOn }: StatementFacts,
  money: (amount: number) => string,
): string | undefined {
  const sumIn = (status: SchoolPaymentStatus) =>
    0 - sumOf(lines.filter(({ schoolPayment }) => schoolPayment === status))
  const parts = [
    ...(sumIn('Due') > 0 ? [`${money(sumIn('Due'))} was still to be paid to the school`] : []),
    ...(sumIn('OnItsWay') > 0 ? [`${money(sumIn('OnItsWay'))} was on its way to the school`] : []),
  ]
  return parts.length === 0
    ? undefined
    : `Of the payments to school on this statement, ${parts.join(' and ')} on ${formatDate(madeOn)}.`
}

/** The table's rows, each with the balance after it. */
function* rowsOf(
  { month, opening, lines }: StatementFacts,
  money: (amount: number) => string,
): Generator<string[]> {
  let balance: number = opening
  yield [formatDateNumeric(month), 'Opening balance', '', '', money(balance)]
  for (const { postedOn, description, schoolName, amount } of lines) {
    balance += amount
    const signed = amount > 0 ? `+${money(amount)}` : money(amount)
    yield [formatDateNumeric(postedOn), description ?? '-', schoolName ?? '-', signed, money(balance)]
  }
}

function listed(words: readonly string[]): string {
  return words.length === 0 ? '-' : words.join(', ')
}
