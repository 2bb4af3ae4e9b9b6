import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'

/** As strict as the server, which would otherwise refuse the message after it is written. */
const oneAddress = /^[^\s@<>()[\]\\,;:"]+@[a-z\d-]+(\.[a-z\d-]+)+$/i

type VisitorStartProps = { email: string; onStart: (email: string) => void }

/** Visitors are unknown, and a reply may come after they leave. So their e-mail address comes first. */
export function VisitorStart({ email: known, onStart }: VisitorStartProps) {
  const [email, setEmail] = useState(known)
  const [error, setError] = useState<string>()

  function start(event: FormEvent) {
    event.preventDefault()
    const typed = email.trim()
    if (typed === '') setError('Field is required')
    else if (!oneAddress.test(typed)) setError('Please enter a valid email address.')
    else onStart(typed)
  }

  return (
    <form className="chat__start" noValidate onSubmit={start}>
      <TextInput
        label="Email address"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        placeholder="Enter your email"
        value={email}
        error={error}
        onChange={(event) => {
          setEmail(event.target.value)
          setError(undefined)
        }}
      />
      <p className="sm muted">We answer here, and by email in case you have left.</p>
      <Button type="submit" isBlock>
        Start chat
      </Button>
    </form>
  )
}
