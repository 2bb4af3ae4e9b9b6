import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ImportResult } from '#contract/staff-imports.ts'
import type { SchoolStanding } from '#contract/staff-school-standing.ts'
import { importColumns, type DeskImport } from '#domain/import-columns.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { FileUpload } from '../../../ui/file-upload/file-upload.tsx'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import { refresh } from '../../foundation/read.ts'
import { useAction } from '../../foundation/use-action.ts'
import { useMay } from '../../foundation/session.ts'
import { count } from '../../foundation/format.ts'
import { showDone } from '../../foundation/toast.ts'
import { FileNote } from './file-note.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { ImportSteps } from './import-steps.tsx'
import { importNames, madeText } from './import-words.ts'
import { NewFamilies } from './new-families.tsx'
import { ProblemTable } from './problem-table.tsx'
import { importFailureText, runImport } from './run-import.ts'
import { WriteCard } from './write-card.tsx'
import './import.css'

/** A file as it was when it was chosen. */
type Chosen = { name: string; bytes: Blob }

/** A file is checked first, row by row, and then written whole or not at all. */
export function SchoolImport({ school }: { school: SchoolStanding }) {
  const [, navigate] = useLocation()
  const mayAll = useMay('admin')
  const kinds = (Object.keys(importColumns) as DeskImport[]).filter(
    (kind) => mayAll || kind === 'payment-requests',
  )
  const [kind, setKind] = useState<DeskImport>(kinds[0] ?? 'payment-requests')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [result, setResult] = useState<ImportResult | null>(null)
  const [rows, setRows] = useState(0)
  const order = { kind, schoolId: school.schoolId, onRows: setRows }

  const checking = useAction(async (file: Blob) => {
    setRows(0)
    setResult(await runImport({ ...order, file, reason: 'Checked before import', isRehearsal: true }))
  })
  const writing = useAction(async (reason: string) => {
    if (!chosen) return
    const written = await runImport({ ...order, file: chosen.bytes, reason, isRehearsal: false })
    setResult(written)
    if (written.outcome !== 'Written') return
    await refresh()
    const [feeChange] = written.feeChanges ?? []
    if (feeChange !== undefined) navigate(`/schools/${school.schoolId}/fees?change=${feeChange}`)
    else showDone(`Written: ${madeText(written.made)}.`)
  })

  function begin(next: DeskImport): void {
    setKind(next)
    setChosen(null)
    setResult(null)
    checking.forget()
    writing.forget()
  }

  async function choose(file: File): Promise<void> {
    const bytes = new Blob([await file.arrayBuffer()], { type: 'text/csv' })
    setChosen({ name: file.name, bytes })
    setResult(null)
    writing.forget()
    await checking.run(bytes)
  }

  const error = checking.error ?? writing.error
  const failure = checking.failure ?? writing.failure
  const isGood = result?.outcome === 'Checked'
  return (
    <div className="duo import">
      <div className="pile">
        <section className="card pile" aria-labelledby="import-title">
          <div className="card__head import__head">
            <h2 id="import-title">{importNames[kind]}</h2>
            {kinds.length > 1 && (
              <Segmented
                legend="Contents of the file"
                size="small"
                options={kinds.map((value) => ({ value, label: importNames[value] }))}
                value={kind}
                onChange={begin}
              />
            )}
          </div>
          <ImportSteps
            step={result?.outcome === 'Written' ? 4 : isGood ? 3 : chosen ? 2 : 1}
            isPreview={kind === 'fee-changes'}
          />
          <FileUpload
            title="Choose a CSV file"
            caption="Comma-separated with a header row, up to 20 MB"
            refusal="Choose a .csv file."
            accept={['.csv', 'text/csv']}
            file={chosen && { name: fileText(chosen, result), size: chosen.bytes.size }}
            onChoose={(file) => void choose(file)}
          />
          {checking.isBusy && (
            <p className="muted" role="status">
              Checking {rows > 0 ? `${count(rows, 'row')} …` : '…'}
            </p>
          )}
          {failure !== undefined && (
            <Alert
              variant="error"
              title={writing.failure === undefined ? 'The file was not checked' : 'The result is unknown'}
            >
              {importFailureText(error, failure)}
            </Alert>
          )}
          {result && chosen && <ImportOutcome result={result} fileName={chosen.name} />}
        </section>
        {result && result.problems.length > 0 && <ProblemTable result={result} />}
        {result && result.families.length > 0 && <NewFamilies result={result} />}
      </div>
      <aside className="pile" aria-label={isGood ? 'Import' : 'The file'}>
        {isGood && result && (
          <WriteCard
            result={result}
            kind={kind}
            isBusy={writing.isBusy}
            onWrite={(reason) => void writing.run(reason)}
          />
        )}
        <FileNote kind={kind} />
      </aside>
    </div>
  )
}

const fileText = ({ name }: Chosen, result: ImportResult | null) =>
  result ? `${name} · ${count(result.rows, 'row')}` : name
