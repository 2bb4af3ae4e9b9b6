import { useState } from 'react'
import type { ReviewPage } from '#contract/staff-review-page.ts'
import { Button } from '../../ui/button/button.tsx'
import { FileIcon } from '../../ui/icon/file.tsx'
import { failureText } from '../foundation/failure.ts'
import { callForFile } from '../foundation/staff-client.ts'
import { DocumentDialog } from '../ui/document-viewer/document-dialog.tsx'
import { DocumentViewer, sizeInWords } from '../ui/document-viewer/document-viewer.tsx'
import '../../ui/file-upload/file-upload.css'
import '../ui/kind/kind.css'

type File = ReviewPage['files'][number]

async function loadReviewFile(reviewId: string, fileId: string): Promise<Blob> {
  const { blob } = await callForFile('GET /api/staff/reviews/:reviewId/file', {
    params: { reviewId },
    query: { fileId },
  })
  return blob
}

/** Each can be looked at, and that somebody looked is on record. */
export function ReviewFiles({ review }: { review: ReviewPage }) {
  const [shown, setShown] = useState<File | null>(null)
  if (review.kind === 'Invoice' && review.files[0])
    return <FileOnPage reviewId={review.id} file={review.files[0]} title="Invoice uploaded" />
  return (
    <div>
      <ul className="stack stack--8">
        {review.files.map((file) => (
          <li key={file.id} className="filechip filechip--review">
            <span className="kind kind--sm" aria-hidden="true">
              <FileIcon />
            </span>
            <span>
              <b>{file.name}</b>
              <small>{sizeOf(file)}</small>
            </span>
            <Button look="secondary" size="small" onClick={() => setShown(file)}>
              Look
            </Button>
          </li>
        ))}
      </ul>
      {shown && (
        <DocumentDialog
          load={() => loadReviewFile(review.id, shown.id)}
          name={shown.name}
          wordsOf={failureText}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  )
}

export function FileOnPage({ reviewId, file, title }: { reviewId: string; file: File; title: string }) {
  return (
    <DocumentViewer
      key={file.id}
      load={() => loadReviewFile(reviewId, file.id)}
      name={file.name}
      title={title}
      wordsOf={failureText}
    />
  )
}

const sizeOf = ({ size, contentType }: File) =>
  `${contentType === 'application/pdf' ? 'PDF' : 'Picture'}, ${sizeInWords(size)}`
