import { addMonthsClamped, formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { firstOfMonth } from '#server/portal-api/statements/make-statements.ts'
import type { OpenAccount } from './open-account.ts'
import { digitsOf } from './ids.ts'
import { daysAgo, happenedOn } from './moment.ts'
import { periodName } from './period.ts'
import { addReview } from './reviews.ts'
import { copyPdf, schoolInvoicePdf, type SchoolInvoice } from './school-invoice.ts'

export type Documents = {
  /** In months before today. */
  statements?: number[]
  /** The newest statement's file was lost. */
  lacksFile?: boolean
  /** In months before today. */
  invoices?: number[]
  uploads?: ('Waiting' | 'Accepted' | 'Rejected')[]
}

export function addDocuments(opened: OpenAccount, documents: Documents): void {
  const { rows, accountId, moment, id } = opened
  // Statements with a file are made later by the server's own job, from the ledger.
  for (const months of documents.lacksFile ? (documents.statements ?? []) : []) {
    const month = addMonthsClamped(moment.today, -months)
    rows.statement.push({
      account_id: accountId,
      id: id('statement', months),
      name: `Statement ${month.slice(0, 7)}`,
      file_id: null,
      created_at: happenedOn(firstOfMonth(addMonthsClamped(month, 1)), moment),
    })
  }
  for (const months of documents.invoices ?? []) {
    const madeOn = addMonthsClamped(moment.today, -months)
    addInvoice(opened, `Invoice ${invoiceNumber(months, madeOn)}`, madeOn)
  }
  for (const status of documents.uploads ?? []) addUpload(opened, status)
}

function invoiceNumber(months: number, madeOn: CalendarDate): string {
  return `${madeOn.slice(0, 4)}-${1100 - months * 7}`
}

export function addInvoice(
  opened: OpenAccount,
  name: string,
  madeOn: CalendarDate,
  { upload, period = periodName(opened.school, madeOn) }: { upload?: Upload; period?: string } = {},
): { id: string } {
  const { rows, accountId, moment } = opened
  const id = opened.id('invoice', name)
  rows.invoice.push({
    account_id: accountId,
    id,
    name,
    origin: upload ? 'Upload' : 'School',
    status: upload ?? 'Issued',
    file_id: addFile(opened, name, madeOn, () =>
      schoolInvoicePdf(invoiceOf(opened, { name, period }, madeOn)),
    ),
    created_at: happenedOn(madeOn, moment),
  })
  return { id }
}

/** Roughly what a term costs at this school. */
function invoiceOf(
  { school, holderName, id, rows, accountId }: OpenAccount,
  { name, period }: { name: string; period: string },
  issuedOn: CalendarDate,
): SchoolInvoice {
  const number = Number(digitsOf(2, id('invoice', name)))
  const tuition = cents(Math.round((school.tuition.first + school.tuition.step * (number % 9)) / 4))
  return {
    school,
    name,
    issuedOn,
    holderName,
    students: rows.student
      .filter((student) => student['account_id'] === accountId)
      .map((student) => `${String(student['first_name'])} ${String(student['last_name'])}`),
    period,
    lines: [
      { text: 'Tuition, one term', amount: tuition },
      { text: 'Building fund', amount: cents(125_00) },
      { text: 'Technology levy', amount: cents(68_50) },
      { text: 'Excursions and sport', amount: cents(40_00 + number * 25) },
    ],
  }
}

type Upload = 'Waiting' | 'Accepted' | 'Rejected'
const uploads = {
  Waiting: { name: 'Term fees from the school portal', daysAgo: 2, decision: undefined },
  Accepted: { name: 'Uniform shop account', daysAgo: 16, decision: { status: 'Approved' as const } },
  Rejected: {
    name: 'Photo of the notice board',
    daysAgo: 30,
    decision: { status: 'Declined' as const, reason: 'This is not an invoice from your school.' },
  },
}

function addUpload(opened: OpenAccount, status: Upload): void {
  const { moment } = opened
  const upload = uploads[status]
  const madeOn = daysAgo(moment, upload.daysAgo)
  addReview(opened, {
    kind: 'Invoice',
    subjectId: addInvoice(opened, upload.name, madeOn, { upload: status }).id,
    openedOn: madeOn,
    decision: upload.decision && { ...upload.decision, on: daysAgo(moment, upload.daysAgo - 2) },
  })
}

export function addFile(
  { files, accountId, moment, school, holderName, id: idOf }: OpenAccount,
  name: string,
  madeOn: CalendarDate,
  draw = () => copyPdf({ school, name, issuedOn: madeOn, lines: [`For ${holderName}`, formatDate(madeOn)] }),
): string {
  const id = idOf('file', name)
  files.push({ accountId, id, name, createdAt: happenedOn(madeOn, moment), draw })
  return id
}
