import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../../ui/button/button.tsx'
import '../../ui/text-input/text-input.css'

export const longestMessage = 2000
const countFrom = 200

type ComposerProps = {
  draft: string
  onDraft: (text: string) => void
  isSending: boolean
  /** Why the field is disabled. */
  whyNot?: string
  takesFocus?: boolean
  onSend: (text: string) => void
}

/** Text is not cut off while typing: a message that is too long can be seen and shortened. */
export function Composer({ draft, onDraft, isSending, whyNot, takesFocus, onSend }: ComposerProps) {
  const id = useId()
  const [text, setText] = useState(draft)
  const field = useRef<HTMLTextAreaElement>(null)
  const left = longestMessage - text.trim().length
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])

  function write(written: string) {
    setText(written)
    onDraft(written)
  }

  function send() {
    // Read from the field: a second Enter may come before the state is cleared.
    const written = field.current?.value.trim() ?? ''
    if (isSending || whyNot || written === '' || written.length > longestMessage) return
    setText('')
    onSend(written)
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    // An Enter that ends an input method's composition does not send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className="chat__composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label className="sr" htmlFor={id}>
        Your message
      </label>
      <textarea
        className="input chat__field"
        id={id}
        ref={field}
        rows={2}
        placeholder="Write a message"
        value={text}
        disabled={whyNot !== undefined}
        aria-describedby={`${id}-note`}
        aria-invalid={left < 0 || undefined}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="chat__send">
        <p className={left < 0 ? 'chat__note chat__note--error' : 'chat__note'} id={`${id}-note`}>
          {whyNot ?? noteOn(left)}
        </p>
        <Button type="submit" isBusy={isSending} disabled={whyNot !== undefined}>
          Send
        </Button>
      </div>
    </form>
  )
}

function noteOn(left: number): string {
  if (left < 0) return `${plural(-left)} too many`
  return left < countFrom ? `${plural(left)} left` : ''
}

const plural = (count: number) => (count === 1 ? '1 character' : `${count} characters`)
