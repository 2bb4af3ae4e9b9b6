import { useState } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { stored, useStored } from '../../session/storage.ts'
import { readToken } from '../../session/token.ts'
import { CodeStep } from './code-step.tsx'
import { EmailStep } from './email-step.tsx'
import { dropLinkToken, linkToken } from './link-token.ts'
import { accountSelectionFor, readLoginAddress, type LoginAddress } from './login-address.ts'
import { NoMobileStep } from './no-mobile-step.tsx'
import { TokenLogin } from './token-login.tsx'
import { useLogin } from './use-login.ts'
import './login.css'

export function LoginPage() {
  const [search] = useSearchParams()
  const address = readLoginAddress(search)
  const [token, setToken] = useState(linkToken)
  const isSignedIn = readToken(useStored('token')) !== null
  const [wasSignedIn] = useState(() => readToken(stored('token')) !== null)
  function giveUpLink() {
    dropLinkToken()
    setToken(null)
    // The same page, as a step of its own: its heading takes the focus.
    navigate(location.href, { replace: true })
  }
  if (token !== null) return <TokenLogin token={token} redirect={address.redirect} onGiveUp={giveUpLink} />
  // A signed-in customer may have to log in again. A log-in in another tab counts for both.
  const isNewLogin = wasSignedIn && (search.has('email') || search.has('logoutReason'))
  if (isSignedIn && !isNewLogin) return <Redirect to={accountSelectionFor(address.redirect)} replace />
  return <LoginSteps address={address} />
}

function LoginSteps({ address }: { address: LoginAddress }) {
  const login = useLogin(address)
  switch (login.current.step) {
    case 'email':
      return <EmailStep login={login} address={address} />
    case 'code':
      return (
        <CodeStep
          key={login.current.email}
          login={login}
          current={login.current}
          isSignup={address.isSignup}
        />
      )
    case 'no-mobile':
      return <NoMobileStep login={login} isSignup={address.isSignup} />
  }
}
