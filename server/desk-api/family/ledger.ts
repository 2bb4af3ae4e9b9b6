import type { FileReply } from '#contract/endpoint.ts'
import type { ExplainedEntry, LedgerRow, StaffLedger } from '#contract/staff-family-ledger.ts'
import { calendarDate, dateIn, formatDateCompact, formatDateNumeric } from '#domain/calendar/calendar.ts'
import { bookNames, filterOfKind, tryName, type LedgerFilter } from '#domain/family-ledger.ts'
import { cents, formatCurrency, formatNumber, toDecimal } from '#domain/money.ts'
import { fieldRefusal, orNotFound, Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { remittanceStateWords } from '#domain/remittances.ts'
import { csvText, type CsvCell } from '../../platform/csv/csv-text.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { sentenceOf } from '../../portal-api/transactions/sentence.ts'
import { findFacts } from '../../portal-api/transactions/transaction-details.ts'
import { recordView, type Viewer } from '../../people/audit/staff-audit.ts'
import { requireAccount } from './family.store.ts'
import {
  findEntryMoment,
  listBooked,
  listLedgerRows,
  sumLedger,
  type LedgerEntryRow,
  type LedgerPosition,
  type LedgerYear,
} from './ledger.store.ts'
import { listMessagesAbout } from './messages.store.ts'
import { messageLineOf } from './messages.ts'

type LedgerRequest = { accountId: string; filter: LedgerFilter; year?: number | undefined }

/** A page of a family's ledger. The balance after an entry is the same under every filter. */
export async function showLedger(
  deps: BasicDeps,
  viewer: Viewer,
  {
    accountId,
    filter,
    cursor,
    limit,
    ...request
  }: LedgerRequest & { cursor?: string | undefined; limit: number },
): Promise<StaffLedger> {
  const { db, clock } = deps
  const account = await requireAccount(db, accountId)
  const after = cursor === undefined ? null : fromCursor(cursor)
  const sums = await sumLedger(db, accountId)
  const newest = sums[0]?.year ?? null
  const year = request.year ?? newest ?? 9999
  const rows = await listLedgerRows(db, accountId, { filter, year, after, limit: limit + 1 })
  await recordView({ db, clock }, viewer, { subjectIds: [accountId], action: 'LedgerRead' })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    region: account.region,
    rows: page.map((row) => toWire(row, account.region)),
    year: request.year ?? newest,
    years: [...new Set(sums.map((sum) => sum.year))],
    counts: countsOf(sums, year),
    balance: toDecimal(cents(sums.reduce((sum, each) => (each.year <= year ? sum + each.amount : sum), 0))),
    nextCursor: last ? toCursor(last) : null,
  }
}

function countsOf(sums: readonly LedgerYear[], year: number): StaffLedger['counts'] {
  const counts = { All: 0, PaidIn: 0, ToSchool: 0, Fees: 0, Other: 0, Earlier: 0 }
  for (const sum of sums) {
    if (sum.year > year) continue
    counts.All += sum.count
    counts[sum.year < year ? 'Earlier' : filterOfKind[sum.kind]] += sum.count
  }
  return counts
}

function toWire(row: LedgerEntryRow, region: Region): LedgerRow {
  return {
    id: row.id,
    date: row.date,
    kind: row.kind,
    what: row.description ?? row.kind,
    detail: detailOf(row, region),
    through: throughOf(row),
    amount: toDecimal(row.amount),
    balance: toDecimal(row.balance),
  }
}

function detailOf({ kind, payment, remittance }: LedgerEntryRow, region: Region): string {
  if (kind === 'PaymentToSchool' && remittance) {
    const { on, others, state, paidOn } = remittance
    const company = others === 0 ? 'alone' : others === 1 ? 'with 1 other' : `with ${others} others`
    const standing = paidOn
      ? `paid on ${formatDateCompact(paidOn)}`
      : remittanceStateWords[state].toLowerCase()
    return `Remittance of ${formatDateCompact(on)}, ${company}, ${standing}`
  }
  if (!payment) return ''
  const { number, count, attempt, surcharge, startedBy, paidOn, kind: paymentKind } = payment
  if (kind === 'Fee')
    return number === null ? 'For a payment that came back' : `${tryName(attempt)} of payment ${number}`
  if (kind !== 'Repayment') return paidOn ? `Of the payment of ${formatDateCompact(paidOn)}` : ''
  const parts = [
    number === null ? '' : `Payment ${number} of ${count ?? number}`,
    number !== null && attempt > 1 ? tryName(attempt).toLowerCase() : '',
    paymentKind === 'Early' && startedBy ? `Paid by ${startedBy}` : '',
    surcharge > 0 ? `surcharge ${formatCurrency(toDecimal(surcharge), region)} on top` : '',
  ]
  return parts.filter(Boolean).join(', ')
}

function throughOf({ kind, payment, school, bankAccount }: LedgerEntryRow): string {
  if (kind === 'Fee') return 'School’s fee'
  if (kind === 'PaymentToSchool') return school ?? 'School'
  if (bankAccount) return bankAccount
  if (payment)
    return payment.methodName ?? payment.offlineManner ?? (payment.kind === 'Deposit' ? 'BPAY' : '')
  return kind === 'Adjustment' ? 'By staff' : ''
}

function toCursor({ date, at, seq }: LedgerEntryRow): string {
  return Buffer.from(`${date} ${at} ${seq}`).toString('base64url')
}

function fromCursor(cursor: string): LedgerPosition {
  const [date = '', at = '', seq = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const isWhole = /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(at)) && /^\d{1,15}$/.test(seq)
  const position = { date, at, seq: Number(seq) }
  if (isWhole && Buffer.from(`${date} ${at} ${seq}`).toString('base64url') === cursor) return position
  throw fieldRefusal({ cursor: 'This is not where a page ends' })
}

const header = ['Date', 'What happened', 'Detail', 'Through', 'Amount', 'Balance after', 'Entry']
/** More than any family has, and still a file that a spreadsheet can open. */
const maxRows = 100_000

export async function exportLedger(
  deps: BasicDeps,
  viewer: Viewer,
  request: LedgerRequest,
): Promise<FileReply> {
  const { db, clock } = deps
  const { accountId, filter } = request
  const account = await requireAccount(db, accountId)
  const year = request.year ?? (await sumLedger(db, accountId))[0]?.year ?? 9999
  const rows = await listLedgerRows(db, accountId, { filter, year, after: null, limit: maxRows })
  await recordView({ db, clock }, viewer, { subjectIds: [accountId], action: 'LedgerExported' })
  const { region, shortId } = account
  const cells = rows.map((row): CsvCell[] => {
    const { date, what, detail, through, amount, balance, id } = toWire(row, region)
    const number = (value: number) => ({ number: formatNumber(value) })
    return [formatDateNumeric(calendarDate(date)), what, detail, through, number(amount), number(balance), id]
  })
  return {
    bytes: new TextEncoder().encode(csvText(header, cells)),
    fileName: `Larkwell ledger ${shortId} ${dateIn(region, clock())}.csv`,
  }
}

/** One entry with all related entries. */
export async function explainEntry(
  { db, clock }: BasicDeps,
  viewer: Viewer,
  key: { accountId: string; entryId: string },
): Promise<ExplainedEntry> {
  const { accountId, entryId } = key
  const moment = orNotFound(await findEntryMoment(db, key))
  const facts = await findFacts(db, { accountId, id: entryId })
  const { entry, payment } = facts
  if (!entry) throw new Refusal('not_found')
  const booked = await listBooked(db, key)
  const messages = await listMessagesAbout(db, accountId, {
    at: moment.at,
    paymentId: entry.kind === 'Repayment' ? (payment?.id ?? null) : null,
    reference: null,
  })
  await recordView({ db, clock }, viewer, {
    subjectIds: [accountId],
    action: 'LedgerRead',
    details: { entryId },
  })
  return {
    id: entry.id,
    date: entry.date,
    what: entry.description ?? entry.kind,
    amount: toDecimal(entry.amount),
    // The reader is not a member of the family, so every person is named.
    sentences: [sentenceOf(facts, '')],
    entries: booked.map(({ id, date, description, postings }) => ({
      id,
      date,
      what: description ?? '',
      postings: postings.map(({ book, amount }) => ({
        book,
        name: bookNames[book],
        amount: toDecimal(amount),
      })),
    })),
    payment: payment && {
      id: payment.id,
      amount: toDecimal(payment.amount),
      date: payment.paidOn ?? dateIn(moment.region, new Date(payment.createdAt)),
      status: payment.status,
    },
    told: messages.map(messageLineOf),
  }
}
