import type { FileOfSomeType } from '#contract/endpoint.ts'
import type { FamilyDocument, FamilyDocuments } from '#contract/staff-family-records.ts'
import { dateIn, formatDateCompact } from '#domain/calendar/calendar.ts'
import { formatCurrency, toDecimal } from '#domain/money.ts'
import { varianceNames } from '#domain/plan/school-charges.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { mayActAs } from '#domain/staff.ts'
import type { BasicDeps, ReadDeps } from '../../platform/deps.ts'
import { openFile } from '../../platform/files/stored-files.ts'
import { readAuthorisationFile } from '../../books/payment-methods/direct-debit-papers.ts'
import { recordView, type Viewer } from '../../people/audit/staff-audit.ts'
import { listDocumentRows, type DocumentRow } from './documents.store.ts'
import { requireAccount } from './family.store.ts'

export async function listDocuments(
  { db, clock }: BasicDeps,
  viewer: Viewer,
  accountId: string,
): Promise<FamilyDocuments> {
  const account = await requireAccount(db, accountId)
  const rows = await listDocumentRows(db, accountId)
  await recordView({ db, clock }, viewer, { subjectIds: [accountId], action: 'DocumentsListed' })
  return {
    region: account.region,
    documents: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      name: documentName(row),
      about: aboutDocument(row, account.region),
      from: originOf(row),
      date: dateIn(account.region, row.createdAt),
      isThere: isThere(row, viewer),
    })),
  }
}

/** Only operations may open a copy of an identity document, as in its review. */
const mayOpen = ({ kind }: Pick<DocumentRow, 'kind'>, { staff }: Viewer) =>
  kind !== 'Identity' || mayActAs(staff.role, 'operations')

const isThere = (row: DocumentRow, viewer: Viewer) =>
  (row.kind === 'DirectDebit' || row.fileId !== null) && mayOpen(row, viewer)

/** Opens a document. The view is recorded before the file is sent. */
export async function openDocument(
  deps: ReadDeps,
  viewer: Viewer,
  { accountId, kind, documentId }: { accountId: string; kind: DocumentRow['kind']; documentId: string },
): Promise<FileOfSomeType> {
  const rows = await listDocumentRows(deps.db, accountId)
  const row = orNotFound(rows.find((each) => each.kind === kind && each.id === documentId))
  if (!mayOpen(row, viewer)) throw new Refusal('forbidden')
  await recordView(deps, viewer, {
    subjectIds: [accountId],
    action: 'DocumentOpened',
    details: { kind, documentId, name: documentName(row) },
  })
  if (kind === 'DirectDebit') {
    const paper = await readAuthorisationFile(deps, { accountId, sourceId: documentId })
    return { ...paper, contentType: 'application/pdf' }
  }
  const { name, contentType, bytes } = await openFile(deps.db, deps, { accountId, id: row.fileId })
  return { bytes, fileName: name, contentType }
}

const identityNames: Record<string, string> = {
  DriversLicense: 'Copy of a driver’s licence',
  Passport: 'Copy of a passport',
  Identity: 'Identity document',
}

function documentName({ kind, name }: DocumentRow): string {
  if (kind === 'Identity') return identityNames[name] ?? name
  return kind === 'Statement' ? `Statement ${name}`.replace(/^Statement Statement/, 'Statement') : name
}

const invoiceStates: Record<string, string> = {
  Issued: 'Issued by the school',
  Waiting: 'Waits for our review',
  Accepted: 'Accepted',
  Rejected: 'Rejected',
}

const checkStates: Record<string, string> = {
  Pass: 'Confirmed',
  Fail: 'Not confirmed',
  Waiting: 'Waits for our review',
}

function aboutDocument(row: DocumentRow, region: Region): string {
  const day = (at: Date) => formatDateCompact(dateIn(region, at))
  switch (row.kind) {
    case 'Statement':
      return row.closing === null || row.opening === null
        ? ''
        : `Opening ${formatCurrency(toDecimal(row.opening), region)}, closing ${formatCurrency(toDecimal(row.closing), region)}`
    case 'Invoice': {
      const by = row.decidedBy ? ` by ${row.decidedBy}` : ''
      return `${invoiceStates[row.about ?? ''] ?? row.about ?? ''}${by}`
    }
    case 'DiscountLetter':
      return discountNames(row.about)
    case 'DirectDebit':
      return row.about ?? ''
    case 'Identity': {
      const state = checkStates[row.about ?? ''] ?? ''
      const decided = row.decidedAt ? ` ${day(row.decidedAt)}` : ''
      const deletion = row.deletedAt
        ? `. The copy was deleted on ${day(row.deletedAt)}, as the rule says`
        : ''
      return `${state}${decided}${deletion}`
    }
  }
}

function discountNames(types: string | null): string {
  if (types === null) return 'Part of no plan'
  const names: Record<string, string> = varianceNames
  return types
    .split(' ')
    .map((type) => names[type] ?? type)
    .join(', ')
}

function originOf({ kind, by }: DocumentRow): FamilyDocument['from'] {
  if (kind === 'Statement') return 'Made by us'
  if (kind === 'DirectDebit') return `Agreed by ${by ?? 'the family'}`
  return by ?? 'The family'
}
