import { useState } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { useStored } from '../../api/storage.ts'
import { readToken } from '../../api/token.ts'
import { CodeStep } from './code-step.tsx'
import { EmailStep } from './email-step.tsx'
import { linkToken } from './link-token.ts'
import { accountSelectionFor, readLoginAddress, type LoginAddress } from './login-address.ts'
import { NoMobileStep } from './no-mobile-step.tsx'
import { TokenLogin } from './token-login.tsx'
import { useLogin } from './use-login.ts'
import './login.css'

export function LoginPage() {
  const [search] = useSearchParams()
  const address = readLoginAddress(search)
  const [token] = useState(linkToken)
  const isSignedIn = readToken(useStored('token')) !== null
  if (token !== null) return <TokenLogin token={token} redirect={address.redirect} />
  const isAskedToLogIn = search.has('email') || search.has('logoutReason')
  if (isSignedIn && !isAskedToLogIn) return <Redirect to={accountSelectionFor(address.redirect)} replace />
  return <LoginSteps address={address} />
}

function LoginSteps({ address }: { address: LoginAddress }) {
  const login = useLogin(address)
  switch (login.place.step) {
    case 'email':
      return <EmailStep login={login} address={address} isReturn={login.place.isReturn} />
    case 'code':
      return <CodeStep login={login} place={login.place} isSignup={address.isSignup} />
    case 'no-mobile':
      return <NoMobileStep login={login} />
  }
}
