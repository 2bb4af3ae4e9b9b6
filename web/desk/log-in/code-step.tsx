import { useState } from 'react'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { CodeInput } from '../../ui/code-input/code-input.tsx'
import { useSecondsUntil } from '../../ui/code-input/use-wait.ts'
import { useArrivalFocus } from '../ui/focus/use-arrival-focus.ts'
import { submitting } from '../foundation/draft.ts'
import type { Act } from './email-step.tsx'
import type { SecondProofs } from './second-factor-step.tsx'

const nextCodeAfterMs = 30_000

type CodeStepProps = {
  email: string
  code: string
  onChange: (code: string) => void
  logIn: Act<[second?: SecondProofs]>
  ask: Act<[]>
  onOtherEmail: () => void
  onNoCode: () => void
}

/** Never says whether the address works here. */
export function CodeStep({ email, code, onChange, logIn, ask, onOtherEmail, onNoCode }: CodeStepProps) {
  const field = useArrivalFocus<HTMLInputElement>()
  const [askedAt, setAskedAt] = useState(() => Date.now())
  const secondsLeft = useSecondsUntil(askedAt + nextCodeAfterMs)
  const again = async () => {
    await ask.run()
    setAskedAt(Date.now())
  }
  return (
    <>
      <div className="stack stack--4">
        <h1>Enter the code</h1>
        <p className="muted" id="where">
          If {email} has access, we have sent a code to its mobile.
        </p>
      </div>
      <form className="pile" noValidate onSubmit={submitting(() => logIn.run())}>
        <CodeInput
          label="6-digit code"
          value={code}
          ref={field}
          onChange={(typed) => {
            logIn.forget()
            onChange(typed)
          }}
          explainedBy="where"
          error={logIn.failure ?? ask.failure}
        />
        <p className="field__hint">
          Valid for five minutes.{' '}
          {secondsLeft > 0 ? (
            `New code in ${secondsLeft} s.`
          ) : (
            <LinkButton onClick={() => void again()} isBusy={ask.isBusy}>
              Send a new code
            </LinkButton>
          )}
        </p>
        <Button type="submit" isBlock isBusy={logIn.isBusy} disabled={code.length < 6}>
          Log in
        </Button>
        <Button look="borderless" isBlock onClick={onOtherEmail}>
          Use a different email
        </Button>
        <p className="xs muted">
          No text message? <LinkButton onClick={onNoCode}>Use the app and a recovery code</LinkButton>
        </p>
      </form>
    </>
  )
}
