import { useEffect, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { isRefused } from '../../api/api-error.ts'
import { call } from '../../session/client.ts'
import { startSession } from '../../session/session.ts'
import { stored } from '../../session/storage.ts'
import { emailOfLink, readToken } from '../../session/token.ts'
import { ErrorView } from '../../support/error-view.tsx'
import { Heading } from '../../ui/heading/heading.tsx'
import { ExpiredLink } from './expired-link.tsx'
import { dropLinkToken } from './link-token.ts'
import { accountSelectionFor } from './login-address.ts'
import { OtherPerson } from './other-person.tsx'
import { whenShown } from './when-shown.ts'

type Stage = 'confirming' | 'trying' | 'refused' | 'failed'

type TokenLoginProps = { token: string; redirect: string | null; onGiveUp: () => void }

/** Logs in with the token of a mailed link. */
export function TokenLogin({ token, redirect, onGiveUp }: TokenLoginProps) {
  const linkEmail = emailOfLink(token)
  const [present] = useState(() => readToken(stored('token'))?.email ?? null)
  const isSwap = present !== null && present !== linkEmail
  // Ask first: an attacker could mail a link to their own account, and the victim would work in it unawares.
  const [stage, setStage] = useState<Stage>(isSwap ? 'confirming' : 'trying')
  const isTrying = useRef(false)

  async function tryToken() {
    try {
      const session = await call('POST /api/auth/customer/token-login', { body: { token } })
      if (isSwap) leave()
      dropLinkToken()
      startSession(session.token)
      navigate(accountSelectionFor(redirect), { replace: true })
    } catch (error) {
      if (isRefused(error)) dropLinkToken()
      setStage(isRefused(error) ? 'refused' : 'failed')
    }
  }

  useEffect(() => {
    // The token works only once, so send it once, however often the effect runs.
    if (stage !== 'trying' || isTrying.current) return
    isTrying.current = true
    whenShown(() => {
      void tryToken().finally(() => {
        isTrying.current = false
      })
    })
  })

  function stay() {
    dropLinkToken()
    navigate(accountSelectionFor(null), { replace: true })
  }

  switch (stage) {
    case 'confirming':
      return (
        <OtherPerson
          present={present ?? ''}
          other={linkEmail}
          onLogIn={() => setStage('trying')}
          onStay={stay}
        />
      )
    case 'trying':
      return <LoggingIn />
    case 'refused':
      return linkEmail ? (
        <ExpiredLink email={linkEmail} redirect={redirect} onGiveUp={onGiveUp} />
      ) : (
        <ErrorView way={{ label: 'Log in', go: onGiveUp }} />
      )
    case 'failed':
      return <ErrorView onRetry={() => setStage('trying')} way={{ label: 'Log in', go: onGiveUp }} />
  }
}

/** Ends the replaced session on the server too. */
function leave(): void {
  call('POST /api/auth/customer/logout').catch(() => {
    // The session expires on its own; the log-in need not wait for it.
  })
}

function LoggingIn() {
  return (
    <div className="auth__head login__wait" role="status">
      <Heading title="Logging you in" />
      <p>This takes a moment.</p>
    </div>
  )
}
