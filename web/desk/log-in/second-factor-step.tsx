import { useState } from 'react'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { CodeInput } from '../../ui/code-input/code-input.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { useArrivalFocus } from '../ui/focus/use-arrival-focus.ts'
import { bindText, submitting } from '../foundation/draft.ts'
import type { Act } from './email-step.tsx'

export type SecondProofs = { totp?: string; recoveryCode?: string }

/** After the code that was sent, one of the two; without it, both. */
export function SecondFactorStep({
  hasCode,
  logIn,
  onBack,
}: {
  hasCode: boolean
  logIn: Act<[second?: SecondProofs]>
  onBack: () => void
}) {
  const first = useArrivalFocus<HTMLInputElement>()
  const [isAppLost, setAppLost] = useState(false)
  const [totp, setTotp] = useState('')
  const [recoveryCode, setRecoveryCode] = useState('')
  const asksApp = !hasCode || !isAppLost
  const asksRecovery = !hasCode || isAppLost
  const { failure } = logIn
  return (
    <>
      <div className="stack stack--4">
        <h1>Two-factor check</h1>
        <p className="muted">
          {hasCode ? 'Enter a code from your app as well.' : 'Without a text message, enter both codes.'}
        </p>
      </div>
      <form
        className="pile"
        noValidate
        onSubmit={submitting(() =>
          logIn.run({ ...(asksApp && { totp }), ...(asksRecovery && { recoveryCode }) }),
        )}
      >
        {asksApp && (
          <CodeInput
            label="Code from your authenticator app"
            value={totp}
            ref={first}
            onChange={setTotp}
            error={failure}
          />
        )}
        {asksRecovery && (
          <TextInput
            label="Recovery code"
            autoComplete="off"
            ref={asksApp ? null : first}
            {...bindText(recoveryCode, setRecoveryCode)}
            error={asksApp ? undefined : failure}
          />
        )}
        <Button type="submit" isBlock isBusy={logIn.isBusy}>
          Log in
        </Button>
        {hasCode && (
          <LinkButton onClick={() => setAppLost(!isAppLost)}>
            {isAppLost ? 'Use the app' : 'App lost? Use a recovery code'}
          </LinkButton>
        )}
        <Button look="borderless" isBlock onClick={onBack}>
          Start again
        </Button>
      </form>
    </>
  )
}
