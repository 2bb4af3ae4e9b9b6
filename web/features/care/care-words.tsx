import { useEffect, useRef, useState } from 'react'
import { mostCareWords } from '#domain/care.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextArea } from '../../ui/text-input/text-area.tsx'
import { useCareAction } from './care-query.ts'

type CareWordsProps = {
  accountId: string
  label: string
  /** What is said where nothing was written. */
  emptyText: string
  cancelLabel: string
  onSend: (words: string) => Promise<unknown>
  onDone: () => void
}

/** A few words more, about what was told or proposed. */
export function CareWords({ accountId, label, emptyText, cancelLabel, onSend, onDone }: CareWordsProps) {
  const [words, setWords] = useState('')
  const [error, setError] = useState<string>()
  const { isBusy, problem, act } = useCareAction(accountId)
  const field = useRef<HTMLTextAreaElement>(null)
  // It came by a button that is gone now.
  useEffect(() => field.current?.focus(), [])
  function send() {
    const text = words.trim()
    if (text !== '' && text.length <= mostCareWords) return act(() => onSend(text), onDone)
    setError(text === '' ? emptyText : 'Please use at most 1,000 characters.')
    field.current?.focus()
  }
  return (
    <div className="care__more stack stack--12">
      <TextArea
        ref={field}
        label={label}
        rows={3}
        value={words}
        error={error ?? problem}
        onChange={({ currentTarget }) => {
          setError(undefined)
          setWords(currentTarget.value)
        }}
      />
      <div className="row">
        <Button size="small" isBusy={isBusy} onClick={send}>
          Send
        </Button>
        <Button look="borderless" size="small" onClick={onDone}>
          {cancelLabel}
        </Button>
      </div>
    </div>
  )
}
