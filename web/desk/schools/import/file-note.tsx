import { importColumns, type DeskImport } from '#domain/import-columns.ts'
import { LinkButton } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { csvFile } from '../../foundation/csv.ts'
import { saveFile } from '../../../api/save-file.ts'

/** What a file has to look like. */
export function FileNote({ kind }: { kind: DeskImport }) {
  const { needed, optional } = importColumns[kind]
  return (
    <Card title="The file">
      <div className="pile import__note">
        <p className="muted">CSV with a header row: {needed.join(', ')}.</p>
        <p className="muted">Optional: {optional.join(', ')}.</p>
        <p>
          <LinkButton
            onClick={() => saveFile({ blob: csvFile([[...needed, ...optional]]), name: `${kind}.csv` })}
          >
            Download a template
          </LinkButton>
        </p>
      </div>
    </Card>
  )
}
