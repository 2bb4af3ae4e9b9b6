import type { FamilyDocument } from '#contract/staff-family-records.ts'
import { failureText } from '../foundation/failure.ts'
import { callForFile } from '../foundation/staff-client.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { DocumentViewer } from '../ui/document-viewer/document-viewer.tsx'

/** A document to look at. It is held in memory only; that it was opened is on record. */
export function DocumentDialog({
  accountId,
  document,
  onClose,
}: {
  accountId: string
  document: FamilyDocument
  onClose: () => void
}) {
  const { kind, id, name } = document
  const load = async () => {
    const { blob } = await callForFile('GET /api/staff/families/:accountId/documents/:kind/:documentId', {
      params: { accountId, kind, documentId: id },
    })
    return blob
  }
  return (
    <Dialog title={name} onClose={onClose}>
      <DocumentViewer load={load} name={name} wordsOf={failureText} />
    </Dialog>
  )
}
