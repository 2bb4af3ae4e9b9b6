import { mkdirSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { replaceFile } from '../file.ts'

export type Receipt = {
  billerCode: string
  crn: string
  amountCents: number
  /** YYYYMMDD. */
  date: string
  bankReference: string
}
export type Trailer = { count: number; totalCents: number }

/** The bank's file as its manual describes it: a header, a line for each receipt, and the totals. */
export function receiptFile(
  writtenOn: string,
  receipts: readonly Receipt[],
  trailer?: Partial<Trailer>,
): string {
  const totalCents = receipts.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const totals = { count: receipts.length, totalCents, ...trailer }
  const lines = receipts.map(({ billerCode, crn, amountCents, date, bankReference }) =>
    ['50', billerCode, crn, amountCents, date, bankReference].join(','),
  )
  return [`00,BPAY,1,${writtenOn}`, ...lines, `99,${totals.count},${totals.totalCents}`, ''].join('\n')
}

/** Writes the file for the biller, by default under the day's next number. Returns its name. */
export function leaveFile(folder: string, text: string, writtenOn: string, name?: string): string {
  const chosen = name ?? nextName(folder, writtenOn)
  replaceFile(join(folder, chosen), text)
  return chosen
}

/** Counts on from the existing files, wherever the biller has moved them: a name is never reused. */
function nextName(folder: string, writtenOn: string): string {
  mkdirSync(folder, { recursive: true })
  const form = new RegExp(`^bpay-${writtenOn}-([0-9]+)\\b`)
  const numbers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) =>
    Number(form.exec(basename(path))?.[1] ?? 0),
  )
  return `bpay-${writtenOn}-${String(Math.max(0, ...numbers) + 1).padStart(4, '0')}.csv`
}
