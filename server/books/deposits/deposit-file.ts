import { isCalendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, sumOf, type Cents } from '#domain/money.ts'

/** A receipt as reported by the bank. */
export type DepositLine = {
  /** Its line in the file, counted from 1, the header included. */
  line: number
  billerCode: string
  reference: string
  amount: Cents
  receivedOn: CalendarDate
  bankReference: string
}

/** The file has an error, so none of it is used. The message never repeats its contents. */
export class DepositFileRefused extends Error {
  override name = 'DepositFileRefused'
}

const header = /^00,BPAY,1,(?<writtenOn>[0-9]{8})$/
const receipt =
  /^50,(?<billerCode>[0-9]{3,10}),(?<reference>[0-9]{2,20}),(?<amount>[0-9]{1,12}),(?<date>[0-9]{8}),(?<bankReference>[A-Z0-9]{1,21})$/
const trailer = /^99,(?<count>[0-9]{1,9}),(?<total>[0-9]{1,15})$/

/** Reads the bank's file whole or not at all. The format is described in docs/decisions/0020-deposits.md. */
export function parseDepositFile(text: string): DepositLine[] {
  const rows = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const { writtenOn } = header.exec(rows[0] ?? '')?.groups ?? {}
  if (writtenOn === undefined || !toDate(writtenOn)) throw new DepositFileRefused('its header is wrong')
  const { count, total } = trailer.exec(rows.at(-1) ?? '')?.groups ?? {}
  if (count === undefined || total === undefined)
    throw new DepositFileRefused('its trailer is missing or wrong')

  const lines = rows.slice(1, -1).map((row, index) => parseReceipt(row, index + 2))
  const sum = sumOf(lines)
  if (lines.length !== Number(count)) throw new DepositFileRefused('its trailer counts other than its lines')
  if (sum !== Number(total)) throw new DepositFileRefused('its trailer adds up to other than its lines')
  checkKeys(lines)
  return lines
}

function parseReceipt(row: string, line: number): DepositLine {
  const { billerCode, reference, amount, date = '', bankReference } = receipt.exec(row)?.groups ?? {}
  const receivedOn = toDate(date)
  if (!billerCode || !reference || !bankReference || !receivedOn || !(Number(amount) > 0)) {
    throw new DepositFileRefused(`line ${line} is not a receipt`)
  }
  return { line, billerCode, reference, amount: cents(Number(amount)), receivedOn, bankReference }
}

function toDate(digits: string): CalendarDate | undefined {
  const date = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  return isCalendarDate(date) ? date : undefined
}

/** The same receipt may appear twice and counts once; two different receipts may not share a key. */
function checkKeys(lines: readonly DepositLine[]): void {
  const named = new Map<string, DepositLine>()
  for (const line of lines) {
    const known = named.get(depositKey(line))
    if (known && !isSameDeposit(known, line)) {
      throw new DepositFileRefused(`line ${line.line} contradicts line ${known.line}`)
    }
    named.set(depositKey(line), line)
  }
}

type Keyed = Pick<DepositLine, 'billerCode' | 'bankReference'>

export function depositKey({ billerCode, bankReference }: Keyed): string {
  return `${billerCode} ${bankReference}`
}

export type ReportedDeposit = Keyed & { reference: string; amount: number; receivedOn: string }

export function isSameDeposit(one: ReportedDeposit, other: ReportedDeposit): boolean {
  return (
    one.reference === other.reference && one.amount === other.amount && one.receivedOn === other.receivedOn
  )
}
