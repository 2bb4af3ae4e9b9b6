import { useDialog } from '../dialog/use-dialog.ts'
import { DocumentViewer, type DocumentViewerProps } from './document-viewer.tsx'

/** A document over the page, for one that is looked at and put away again. */
export function DocumentDialog({
  onClose,
  ...viewer
}: Omit<DocumentViewerProps, 'isModal' | 'onClose'> & { onClose: () => void }) {
  const dialog = useDialog(onClose)
  return (
    <dialog className="dialog dialog--document" ref={dialog} aria-label={viewer.title ?? viewer.name}>
      <DocumentViewer {...viewer} isModal onClose={onClose} />
    </dialog>
  )
}
