import { useId } from 'react'
import type { FamilyReads } from '#contract/staff-actions.ts'
import { TextArea } from '../../ui/text-input/text-area.tsx'
import './family-reads-field.css'

type FamilyReadsFieldProps = {
  messages: readonly FamilyReads[]
  /** Our own words in the mail, where there is room for them. */
  words?: string
  onWords?: (words: string) => void
}

const ways = { email: 'Mail', sms: 'Text message' }

/** Messages with the same words, once for all who get them. */
function together(messages: readonly FamilyReads[]): { first: FamilyReads; readers: string[] }[] {
  const groups = new Map<string, { first: FamilyReads; readers: string[] }>()
  for (const message of messages) {
    const key = `${message.channel} ${message.subject ?? message.text}`
    const known = groups.get(key)
    const reader = `${message.to}, ${message.address}`
    if (known) known.readers.push(reader)
    else groups.set(key, { first: message, readers: [reader] })
  }
  return [...groups.values()]
}

/** What the family is sent, in the words that it would read now. */
export function FamilyReadsField({ messages, words = '', onWords }: FamilyReadsFieldProps) {
  const id = useId()
  if (messages.length === 0) return null
  const takesWords = messages.some((message) => message.takesWords)
  return (
    <section className="stack stack--8" aria-labelledby={id}>
      <h3 className="field__label" id={id}>
        The family reads
      </h3>
      {together(messages).map(({ first, readers }, index) => (
        <details
          key={`${first.channel} ${first.subject ?? first.text}`}
          className="familyreads__message"
          open={index === 0}
        >
          <summary>
            <span className="semibold">{first.subject ?? ways[first.channel]}</span>
            <span className="muted xs">
              {ways[first.channel]} to {readers.join('; ')}
            </span>
          </summary>
          {/* Long letters scroll; a keyboard has to reach them. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className="familyreads__text" tabIndex={0}>
            {first.text}
          </pre>
        </details>
      ))}
      {takesWords && onWords && (
        <TextArea
          label="Personal note"
          hint="Appears first in the email. Leave blank to send the standard text."
          maxLength={1000}
          value={words}
          onChange={(event) => onWords(event.currentTarget.value)}
        />
      )}
    </section>
  )
}
