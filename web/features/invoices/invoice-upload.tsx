import { useEffect, useRef } from 'react'
import { fileKinds, invoiceFileKinds, supportedFilesText } from '#domain/files.ts'
import { Button } from '../../ui/button/button.tsx'
import { FileUpload } from '../../ui/file-upload/file-upload.tsx'
import { UploadIcon } from '../../ui/icon/upload.tsx'
import { cancelInvoice, chooseInvoice, removeInvoice, sendInvoice, useInvoiceDraft } from './invoice-draft.ts'

export function InvoiceUpload({ accountId }: { accountId: string }) {
  const { file, percent, error } = useInvoiceDraft(accountId)
  const isSending = percent !== undefined
  const part = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)

  // The buttons come and go, so the focus moves to the drop zone.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      part.current?.querySelector('input')?.focus({ preventScroll: true })
  })

  return (
    <div
      className="stack stack--12 invoice-upload"
      ref={part}
      role="presentation"
      onFocus={() => (hadFocus.current = true)}
      onBlur={({ relatedTarget }) => (hadFocus.current = relatedTarget === null)}
    >
      <FileUpload
        file={file}
        caption={supportedFilesText(invoiceFileKinds)}
        accept={invoiceFileKinds.flatMap((kind) => fileKinds[kind].extensions)}
        progress={percent}
        error={error}
        onChoose={(chosen) => chooseInvoice(accountId, chosen)}
        onRemove={isSending ? undefined : () => removeInvoice(accountId)}
      />
      {file && (
        <div className="invoice-upload__actions">
          <Button icon={UploadIcon} isBusy={isSending} onClick={() => void sendInvoice(accountId)}>
            {isSending ? 'Sending' : 'Send invoice'}
          </Button>
          {isSending && (
            <Button look="secondary" onClick={() => cancelInvoice(accountId)}>
              Cancel
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
