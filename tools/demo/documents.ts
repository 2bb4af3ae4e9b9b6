import { createHash } from 'node:crypto'
import { addMonthsClamped, formatDate, type CalendarDate } from '#domain/calendar.ts'
import type { OpenAccount } from './account.ts'
import { daysAgo, happenedOn } from './moment.ts'
import { pdfOf } from './pdf.ts'
import { addReview } from './reviews.ts'
import { bytes } from './rows.ts'

export type Documents = {
  /** How many months ago each was made. */
  statements?: number[]
  /** The newest statement's file was lost. */
  lacksFile?: boolean
  /** How many months ago the school issued each. */
  invoices?: number[]
  uploads?: ('Waiting' | 'Accepted' | 'Rejected')[]
}

export function addDocuments(opened: OpenAccount, documents: Documents): void {
  const { rows, accountId, moment, id } = opened
  for (const months of documents.statements ?? []) {
    const madeOn = addMonthsClamped(moment.today, -months)
    // The month comes first in the name: sorted by name, the statements are sorted by age.
    const name = `${madeOn.slice(0, 7)} Statement`
    const hasFile = !(documents.lacksFile && months === Math.min(...(documents.statements ?? [])))
    rows.statement.push({
      account_id: accountId,
      id: id('statement', months),
      name,
      file_id: hasFile ? addFile(opened, name, madeOn) : null,
      created_at: happenedOn(madeOn, moment),
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
  upload?: Upload,
): { id: string } {
  const { rows, accountId, moment } = opened
  const id = opened.id('invoice', name)
  rows.invoice.push({
    account_id: accountId,
    id,
    name,
    origin: upload ? 'Upload' : 'School',
    status: upload ?? 'Issued',
    file_id: addFile(opened, name, madeOn),
    created_at: happenedOn(madeOn, moment),
  })
  return { id }
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
    subjectId: addInvoice(opened, upload.name, madeOn, status).id,
    openedOn: madeOn,
    ...(upload.decision && { decision: { ...upload.decision, on: daysAgo(moment, upload.daysAgo - 2) } }),
  })
}

export function addFile(opened: OpenAccount, name: string, madeOn: CalendarDate): string {
  const { rows, accountId, moment, school, holderName } = opened
  const content = pdfOf(name, [
    school.name,
    `For ${holderName}`,
    formatDate(madeOn),
    `Questions? accounts@${school.domain}, ${school.phone}`,
  ])
  const id = opened.id('file', name)
  rows.stored_file.push({
    account_id: accountId,
    id,
    name: `${name}.pdf`,
    content_type: 'application/pdf',
    size_bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    content: bytes(content),
    created_at: happenedOn(madeOn, moment),
  })
  return id
}
