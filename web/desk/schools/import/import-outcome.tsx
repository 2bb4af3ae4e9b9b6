import type { ImportResult } from '#contract/staff-imports.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { DownloadIcon } from '../../../ui/icon/download.tsx'
import { csvFile } from '../../foundation/csv.ts'
import { count } from '../../foundation/format.ts'
import { saveFile } from '../../../api/save-file.ts'
import { madeText } from './import-words.ts'

/** How the file stands, and what was not done. */
export function ImportOutcome({ result, fileName }: { result: ImportResult; fileName: string }) {
  const { outcome, rows, problemRows, made } = result
  if (outcome === 'Written')
    return (
      <Alert variant="success" title={`${count(rows, 'row')} imported.`}>
        {madeText(made)}.
      </Alert>
    )
  if (outcome === 'Checked')
    return (
      <Alert
        variant="success"
        title={rows === 1 ? 'The row is valid.' : `All ${rows.toLocaleString('en-AU')} rows are valid.`}
      >
        Nothing is imported yet. Check the preview, then import.
      </Alert>
    )
  const others = Math.max(0, rows - problemRows)
  const whole = 'The whole file is imported, or none of it.'
  return (
    <Alert
      variant="error"
      title={`${count(problemRows, 'row needs', 'rows need')} correcting. Nothing was imported.`}
      action={
        <Button
          look="secondary"
          size="small"
          icon={DownloadIcon}
          onClick={() => saveFile({ blob: problemFile(result), name: `problems-${fileName}` })}
        >
          {problemRows === 1 ? 'The row' : `The ${problemRows} rows`}
        </Button>
      }
    >
      {others > 0
        ? `${whole} ${others === 1 ? 'The other row is' : `The other ${others.toLocaleString('en-AU')} rows are`} valid.`
        : whole}
    </Alert>
  )
}

const problemFile = ({ problems }: ImportResult) =>
  csvFile([
    ['Row', 'Column', 'In the file', 'Problem'],
    ...problems.map(({ line, column, cell, problem }) => [line, column, cell, problem]),
  ])
