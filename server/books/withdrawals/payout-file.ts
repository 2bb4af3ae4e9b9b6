import type { PayoutAccount } from '#domain/withdrawals.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { formatNumber, sumOf, toDecimal, type Cents } from '#domain/money.ts'
import { csvText } from '../../platform/csv/csv-text.ts'

export type Payout = {
  bsb: string
  accountNumber: string
  holder: string
  amount: Cents
  /** What the family reads on its bank statement. */
  reference: string
}

export type PaidFrom = PayoutAccount

const creditToAccount = '50'
const lengthBeforeDay = 74
const dayLength = 6

/**
 * The file format in which Australian banks accept many payments at once: records of 120 characters each, in fixed
 * columns. It has a header, one record for each payment, and a total. The day of the payments is left out.
 */
export function abaText(payouts: readonly Payout[], from: PaidFrom, brand: string): string {
  const total = sumOf(payouts)
  const records = [
    [
      left('0', 18),
      '01',
      left(from.bank, 3),
      left('', 7),
      left(brand, 26),
      digits(from.userId, 6),
      left('WITHDRAWALS', 12),
      left('', dayLength),
      left('', 40),
    ],
    ...payouts.map((payout) => [
      '1',
      dashed(payout.bsb),
      payout.accountNumber.padStart(9),
      ' ',
      creditToAccount,
      digits(payout.amount, 10),
      left(payout.holder, 32),
      left(payout.reference, 18),
      dashed(from.bsb),
      from.accountNumber.padStart(9),
      left(brand, 16),
      digits(0, 8),
    ]),
    [
      '7999-999',
      left('', 12),
      digits(total, 10),
      digits(total, 10),
      digits(0, 10),
      left('', 24),
      digits(payouts.length, 6),
      left('', 40),
    ],
  ]
  return records.map((fields) => `${fields.join('')}\r\n`).join('')
}

/** The file with the day on which the bank is to make the payments. A file that names a day already keeps it. */
export function withPaymentDay(aba: string, on: CalendarDate): string {
  const day = `${on.slice(8, 10)}${on.slice(5, 7)}${on.slice(2, 4)}`
  const place = new RegExp(`^(.{${lengthBeforeDay}}) {${dayLength}}`)
  return aba.replace(place, `$1${day}`)
}

export function payoutCsv(payouts: readonly Payout[]): string {
  const rows = payouts.map(({ bsb, accountNumber, holder, amount, reference }) => [
    bsb.replace(/^(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3'),
    accountNumber,
    holder,
    { number: formatNumber(toDecimal(amount)) },
    reference,
  ])
  return csvText(['Sort code', 'Account number', 'Name', 'Amount', 'Reference'], rows)
}

/** Reduces a text to the few characters that banks accept: accents are dropped, anything else becomes a space. */
function left(text: string, length: number): string {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9 &'()*./-]/g, ' ')
  return plain.slice(0, length).padEnd(length)
}

function digits(value: number | string, length: number): string {
  const text = String(value).padStart(length, '0')
  if (text.length > length) throw new RangeError(`${text} does not fit into ${length} digits`)
  return text
}

function dashed(bsb: string): string {
  return `${bsb.slice(0, 3)}-${bsb.slice(3)}`
}
