import { suggestedEmail } from '#domain/email-suggestion.ts'
import { LinkButton } from '../../ui/button/button.tsx'
import { SuggestedEmail } from './suggested-email.tsx'
import type { Login } from './use-login.ts'

/**
 * The address that was typed. Nobody is told whether we know it, so a typing mistake has to be seen here: no code would
 * ever arrive.
 */
export function TypedEmail({ login }: { login: Login }) {
  return (
    <>
      <p className="sm muted">
        You entered <strong className="login__recipient">{login.email}</strong>.{' '}
        <LinkButton aria-label="Change email address" onClick={login.goBack}>
          Change
        </LinkButton>
      </p>
      {suggestedEmail(login.email) !== null && (
        <p className="login__suggestion sm muted">
          <SuggestedEmail
            email={login.email}
            isBusy={login.busyWith === 'send-code'}
            onChoose={login.sendCode}
          />
        </p>
      )}
    </>
  )
}
