import { useState } from 'react'
import type { ImportResult } from '#contract/staff-imports.ts'
import type { DeskImport } from '#domain/import-columns.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { useShortcuts } from '../../foundation/shortcuts.ts'
import { UndoLine } from '../../ui/drawer/drawer.tsx'
import { SumFacts } from '../../ui/facts/facts.tsx'
import { count } from '../../foundation/format.ts'
import { Kbd } from '../../ui/keys/keys.tsx'
import { bindText } from '../../foundation/draft.ts'
import { madeName } from './import-words.ts'

type WriteCardProps = {
  result: ImportResult
  kind: DeskImport
  isBusy: boolean
  onWrite: (reason: string) => void
}

export function WriteCard({ result: { rows, made }, kind, isBusy, onWrite }: WriteCardProps) {
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const isPreview = kind === 'fee-changes'
  const label = isPreview ? 'Preview the effect of these fees' : `Import ${count(rows, 'row')}`
  const write = () => {
    setAsked(true)
    if (reason.trim() !== '' && !isBusy) onWrite(reason.trim())
  }
  useShortcuts([{ keys: 'ctrl+enter', label, run: write }])
  return (
    <Card title={isPreview ? 'Next step' : label}>
      <div className="pile">
        <SumFacts
          parts={Object.entries(made).map(
            ([what, number]) => [madeName(what), number.toLocaleString('en-AU')] as const,
          )}
          total={['Rows of the file', rows.toLocaleString('en-AU')]}
        />
        <TextInput
          label="Reason"
          required
          maxLength={300}
          {...(isAsked && reason.trim() === '' && { error: 'Enter a reason: it is kept with the import' })}
          {...bindText(reason, setReason)}
        />
        <Button isBlock isBusy={isBusy} onClick={write}>
          {label} <Kbd>Ctrl Enter</Kbd>
        </Button>
        <UndoLine
          undo={isPreview ? 'Nothing changes yet: you preview the effect on every plan first.' : null}
        />
      </div>
    </Card>
  )
}
