import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock/clock.ts'
import { BadRequest, json, parseJsonBody } from '../http.ts'
import type { Routes } from '../http.ts'
import { hasCheckDigit } from './check-digit.ts'
import { leaveFile, receiptFile } from './receipt-file.ts'
import type { Receipt, Trailer } from './receipt-file.ts'

type RequestBody = Record<string, unknown>

/** The bank that receives BPAY payments and writes them into files in a folder. */
export function bpayRoutes(folder: string | undefined, clock: Clock): Routes {
  const leave = (receipts: Receipt[], trailer?: Partial<Trailer>, name?: string) => {
    if (folder === undefined) throw new BadRequest('this sandbox has no folder for deposits (DEPOSIT_FOLDER)')
    const writtenOn = bankDay(clock)
    const text = receiptFile(writtenOn, receipts, trailer)
    return json(200, { name: leaveFile(folder, text, writtenOn, name), receipts, text })
  }
  return {
    'POST /_sandbox/api/bpay/receipt': (request) => {
      const input = parseJsonBody(request)
      const receipt = readReceipt(input, bankDay(clock))
      if (input['force'] !== true && !hasCheckDigit(receipt.crn)) {
        throw new BadRequest(
          '"crn" has a wrong check digit; a bank refuses it (send "force": true to pay anyway)',
        )
      }
      return leave([receipt])
    },
    'POST /_sandbox/api/bpay/file': (request) => {
      const { lines, name, trailer } = parseJsonBody(request)
      if (!Array.isArray(lines)) throw new BadRequest('"lines" is a list of receipts')
      if (name !== undefined && !(typeof name === 'string' && /^[\w-]+\.csv$/.test(name))) {
        throw new BadRequest('"name" is a plain file name ending in .csv')
      }
      const receipts = lines.map((line) => readReceipt(asObject(line, 'a line'), bankDay(clock)))
      return leave(receipts, trailer === undefined ? undefined : readTrailer(trailer), name)
    },
  }
}

/** Banks date a payment by the time on Australia's east coast. */
function bankDay(clock: Clock): string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney', dateStyle: 'short' })
  return format.format(clock.now()).replaceAll('-', '')
}

function readReceipt(request: RequestBody, today: string): Receipt {
  const { date } = request
  if (date !== undefined && !(typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date))) {
    throw new BadRequest('"date" is a day such as 2026-03-20')
  }
  const named = request['bankReference']
  return {
    billerCode: readDigits(request, 'billerCode', 3, 10),
    crn: readDigits(request, 'crn', 2, 20),
    amountCents: readAmount(request['amount'], 'amount'),
    date: date?.replaceAll('-', '') ?? today,
    // Random, not from the seed: a bank never repeats a reference, even after a reset.
    bankReference: typeof named === 'string' ? named : today + randomBytes(6).toString('hex').toUpperCase(),
  }
}

function readDigits(request: RequestBody, name: string, least: number, most: number): string {
  const value = request[name]
  if (typeof value !== 'string' || !/^\d+$/.test(value) || value.length < least || value.length > most) {
    throw new BadRequest(`"${name}" is a text of ${least} to ${most} digits`)
  }
  return value
}

function readAmount(value: unknown, name: string): number {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) throw new BadRequest(`"${name}" is an amount such as 120.50`)
  return Number(whole + fraction.padEnd(2, '0'))
}

/** Overrides the correct totals. */
function readTrailer(value: unknown): Partial<Trailer> {
  const { count, total } = asObject(value, '"trailer"')
  return {
    ...(count !== undefined && { count: Number(count) }),
    ...(total !== undefined && { totalCents: readAmount(total, 'total') }),
  }
}

function asObject(value: unknown, what: string): RequestBody {
  if (typeof value !== 'object' || value === null) throw new BadRequest(`${what} is an object`)
  return value as RequestBody
}
