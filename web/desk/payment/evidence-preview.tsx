import { useState } from 'react'
import type { DisputeEvidence } from '#contract/staff-disputes.ts'
import { Button } from '../../ui/button/button.tsx'
import { FileIcon } from '../../ui/icon/file.tsx'
import { failureText } from '../foundation/failure.ts'
import { callForFile } from '../foundation/staff-client.ts'
import { DocumentDialog } from '../ui/document-viewer/document-dialog.tsx'
import { Facts } from '../ui/facts/facts.tsx'
import { Kind } from '../ui/kind/kind.tsx'
import '../ui/lines/lines.css'
import './evidence-card.css'

type File = DisputeEvidence['files'][number]

/** Exactly what the bank gets: every text and every file. A file is looked at here and saved nowhere. */
export function EvidencePreview({ evidence: { disputeId, texts, files } }: { evidence: DisputeEvidence }) {
  const [shown, setShown] = useState<File>()
  const load = async ({ field }: File) => {
    const key = 'GET /api/staff/disputes/:disputeId/evidence/files/:field'
    return (await callForFile(key, { params: { disputeId, field } })).blob
  }
  return (
    <div className="evidence__sent">
      <Facts facts={texts.map(({ title, text }) => [title, text])} />
      <ul className="lines">
        {files.map((file) => (
          <li key={file.field}>
            <Kind icon={FileIcon} tint="blue" size="small" />
            <span className="lines__text">
              <b>{file.title}</b>
              <small>{`${file.fileName}, ${Math.ceil(file.bytes / 1000)} KB`}</small>
            </span>
            <Button look="secondary" size="small" onClick={() => setShown(file)}>
              Look<span className="sr"> at {file.title}</span>
            </Button>
          </li>
        ))}
      </ul>
      {shown && (
        <DocumentDialog
          load={() => load(shown)}
          name={shown.fileName}
          title={shown.title}
          wordsOf={failureText}
          onClose={() => setShown(undefined)}
        />
      )}
    </div>
  )
}
