import { randomUUID } from 'node:crypto'
import type { FileReply } from '#contract/endpoint.ts'
import type { Invoice } from '#contract/invoices.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { invoiceFileKinds, nameWithoutExtension } from '#domain/files.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { admitFile, type AdmittedFile } from '../../platform/files/admit-file.ts'
import type { SentFile } from '../../platform/files/read-form.ts'
import { storeFile, openFile, sha256Of } from '../../platform/files/stored-files.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { findInvoice, insertUpload, listInvoices, lockWaiting, type InvoiceRow } from './invoices.store.ts'

export async function readInvoices({ db }: Pick<Deps, 'db'>, accountId: string): Promise<Invoice[]> {
  return (await listInvoices(db, accountId)).map(toInvoice)
}

function toInvoice({ createdAt, region, ...invoice }: InvoiceRow): Invoice {
  return { ...invoice, date: dateIn(region, createdAt) }
}

export async function readInvoiceFile(
  deps: Pick<Deps, 'db' | 'config'>,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
): Promise<FileReply> {
  const invoice = orNotFound(await findInvoice(deps.db, { accountId, id: invoiceId }))
  const { name, bytes } = await openFile(deps.db, deps, { accountId, id: invoice.fileId })
  return { fileName: name, bytes }
}

type Uploader = { accountId: string; caller: Caller; requestId: string }

/** A school's invoice uploaded by the family, for staff to review. The same file sent again is stored once. */
export async function uploadInvoice(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'providers'>,
  uploader: Uploader,
  upload: SentFile,
): Promise<Invoice> {
  const { flags } = await companySettings(deps)
  if (!flags.uploadInvoices) throw new Refusal('forbidden')
  const file = await admitFile(deps, upload, invoiceFileKinds)
  return deps.db.transaction(async (tx) => {
    const { accountId } = uploader
    const waiting = await lockWaiting(tx, { accountId, sha256: sha256Of(file.bytes) })
    const id = waiting?.id ?? (await saveInvoice(tx, deps, uploader, file))
    const invoice = (await listInvoices(tx, accountId)).find((listed) => listed.id === id)
    if (!invoice) throw new Error('An invoice that was just stored is missing')
    return toInvoice(invoice)
  })
}

async function saveInvoice(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'config'>,
  { accountId, caller, requestId }: Uploader,
  file: AdmittedFile,
): Promise<string> {
  const at = deps.clock()
  const id = randomUUID()
  const fileId = await storeFile(tx, deps, { ...file, accountId, at })
  await insertUpload(tx, {
    accountId,
    id,
    name: nameWithoutExtension(file.name),
    fileId,
    reviewId: randomUUID(),
    at,
  })
  await recordAudit(tx, {
    subjectId: accountId,
    by: { ...caller, requestId },
    action: 'InvoiceUploaded',
    at,
    details: { invoiceId: id },
  })
  return id
}
