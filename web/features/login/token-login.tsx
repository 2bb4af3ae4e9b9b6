import { useEffect, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { isRefused } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { startSession } from '../../api/session.ts'
import { useSupport } from '../../api/settings.ts'
import { emailOfLink } from '../../api/token.ts'
import { ErrorView } from '../../ui/error-view/error-view.tsx'
import { Heading } from '../../ui/heading/heading.tsx'
import { ExpiredLink } from './expired-link.tsx'
import { dropLinkToken } from './link-token.ts'
import { accountSelectionFor } from './login-address.ts'

type Outcome = 'trying' | 'refused' | 'failed'

/** Logs in with the token of a mailed link. */
export function TokenLogin({ token, redirect }: { token: string; redirect: string | null }) {
  const [outcome, setOutcome] = useState<Outcome>('trying')
  const support = useSupport()
  const isTrying = useRef(false)

  async function tryToken() {
    try {
      const session = await call('POST /api/auth/customer/token-login', { body: { token } })
      dropLinkToken()
      startSession(session.token)
      navigate(accountSelectionFor(redirect), { replace: true })
    } catch (error) {
      if (isRefused(error)) dropLinkToken()
      setOutcome(isRefused(error) ? 'refused' : 'failed')
    }
  }

  useEffect(() => {
    // The token works once, so it must be sent once, however often the effect runs.
    if (outcome !== 'trying' || isTrying.current) return
    isTrying.current = true
    void tryToken().finally(() => {
      isTrying.current = false
    })
  })

  if (outcome === 'failed') return <ErrorView support={support} onRetry={() => setOutcome('trying')} />
  if (outcome === 'trying') return <LoggingIn />
  const email = emailOfLink(token)
  return email ? <ExpiredLink email={email} redirect={redirect} /> : <ErrorView support={support} />
}

function LoggingIn() {
  return (
    <div className="auth__head login__wait" role="status">
      <Heading title="Logging you in" />
      <p>This takes a moment.</p>
    </div>
  )
}
