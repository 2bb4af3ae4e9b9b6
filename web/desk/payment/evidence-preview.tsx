import type { DisputeEvidence } from '#contract/staff-disputes.ts'
import { Button } from '../../ui/button/button.tsx'
import { FileIcon } from '../../ui/icon/file.tsx'
import { callForFile } from '../api/staff-client.ts'
import { useAction } from '../api/use-action.ts'
import { Facts } from '../ui/facts/facts.tsx'
import { Kind } from '../ui/kind/kind.tsx'
import '../ui/lines/lines.css'
import { saveFile } from '../ui/save-file/save-file.ts'
import './evidence-card.css'

/** Exactly what the bank gets: every text and every file. */
export function EvidencePreview({ evidence }: { evidence: DisputeEvidence }) {
  return (
    <div className="evidence__sent">
      <Facts facts={evidence.texts.map(({ title, text }) => [title, text])} />
      <ul className="lines">
        {evidence.files.map((file) => (
          <FileLine key={file.field} disputeId={evidence.disputeId} file={file} />
        ))}
      </ul>
    </div>
  )
}

function FileLine({ disputeId, file }: { disputeId: string; file: DisputeEvidence['files'][number] }) {
  const { field, title, fileName, bytes } = file
  const open = useAction(async () =>
    saveFile(
      await callForFile('GET /api/staff/disputes/:disputeId/evidence/files/:field', {
        params: { disputeId, field },
      }),
    ),
  )
  return (
    <li>
      <Kind icon={FileIcon} tint="blue" size="small" />
      <span className="lines__text">
        <b>{title}</b>
        <small>{open.failure ?? `${fileName}, ${Math.ceil(bytes / 1000)} kB`}</small>
      </span>
      <Button look="secondary" size="small" isBusy={open.isBusy} onClick={() => void open.run()}>
        Open<span className="sr"> {title}</span>
      </Button>
    </li>
  )
}
