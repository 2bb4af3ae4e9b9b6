import { createHash } from 'node:crypto'
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
  /^50,(?<billerCode>[0-9]{3,10}),(?<reference>[^,]{1,100}),(?<amount>[0-9]{1,12}),(?<date>[0-9]{8}),(?<bankReference>[A-Z0-9]{1,21})$/
const trailer = /^99,(?<count>[0-9]{1,9}),(?<total>[0-9]{1,15})$/

/**
 * Reads the bank's file. The format is described in docs/decisions/0020-deposits.md. One line may be of a kind that we do
 * not know, if the total says what it brought; otherwise the file is read whole or not at all.
 */
export function parseDepositFile(text: string): DepositLine[] {
  const rows = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const writtenOn = toDate(header.exec(rows[0] ?? '')?.groups?.['writtenOn'] ?? '')
  if (!writtenOn) throw new DepositFileRefused('its header is wrong')
  const { count, total } = trailer.exec(rows.at(-1) ?? '')?.groups ?? {}
  if (count === undefined || total === undefined)
    throw new DepositFileRefused('its trailer is missing or wrong')

  const body = rows.slice(1, -1)
  if (body.length !== Number(count)) throw new DepositFileRefused('its trailer counts other than its lines')
  const parsed = body.map((row, index) => parseReceipt(row, index + 2))
  const receipts = parsed.filter((line) => line !== undefined)
  const unknownCount = parsed.length - receipts.length
  const amount = cents(Number(total) - sumOf(receipts))
  if (unknownCount > 1 || (unknownCount === 1 && amount <= 0)) {
    throw new DepositFileRefused(`line ${parsed.indexOf(undefined) + 2} is not a receipt`)
  }
  if (unknownCount === 0 && amount !== 0) {
    throw new DepositFileRefused('its trailer adds up to other than its lines')
  }
  const lines = body.map(
    (row, index) => parsed[index] ?? { ...unknownLine(row), line: index + 2, amount, receivedOn: writtenOn },
  )
  checkKeys(lines)
  return lines
}

function parseReceipt(row: string, line: number): DepositLine | undefined {
  const { billerCode, reference, amount, date = '', bankReference } = receipt.exec(row)?.groups ?? {}
  const receivedOn = toDate(date)
  if (!billerCode || !reference || !bankReference || !receivedOn || !(Number(amount) > 0)) return undefined
  return { line, billerCode, reference, amount: cents(Number(amount)), receivedOn, bankReference }
}

const noBiller = '000'

/** Staff read the bank's line as it is. Its own name may be that of another receipt, so its text names it. */
function unknownLine(row: string): Pick<DepositLine, 'billerCode' | 'reference' | 'bankReference'> {
  const billerCode = /^[0-9]{2},([0-9]{3,10}),/.exec(row)?.[1] ?? noBiller
  const bankReference = createHash('sha256').update(row).digest('hex').slice(0, 20).toUpperCase()
  return { billerCode, reference: row.slice(0, 100), bankReference }
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
