import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { navigate, useHistoryState } from 'wouter/use-browser-location'
import { suggestedEmail } from '#domain/email-suggestion.ts'
import { sentHelpDelayMs } from '#domain/login.ts'
import { openChat } from '../../support/chat.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { useBusy } from '../../ui/button/use-busy.ts'
import { ErrorView } from '../../support/error-view.tsx'
import { Heading } from '../../ui/heading/heading.tsx'
import { ChatIcon } from '../../ui/icon/chat.tsx'
import { PhoneOrEmail } from '../../support/phone-or-email.tsx'
import { MailArt } from '../../ui/spot-art/mail.tsx'
import { linkProblem, requestLink, type SentState } from './email-link.ts'
import { loginAddressFor } from './login-address.ts'
import { SuggestedEmail } from './suggested-email.tsx'
import { signUpNote } from './texts.ts'
import '../../ui/card/card.css'
import './login.css'

export function SentPage() {
  const [search] = useSearchParams()
  const email = search.get('email')?.trim()
  const { redirect = null, isSignup = false } = useHistoryState<SentState | null>() ?? {}
  const logIn = (email?: string) => navigate(loginAddressFor({ email, redirect, isSignup }))
  if (!email) return <ErrorView way={{ label: 'Log in', go: () => logIn() }} />
  return (
    <>
      <div className="stack">
        <MailArt width={168} />
        <div className="auth__head">
          <Heading title="Check your inbox" />
          <p>
            A personal login link was sent to <strong className="login__recipient">{email}</strong>.
          </p>
          {isSignup && <p>{signUpNote}</p>}
          <p className="sm muted">
            <LinkButton onClick={() => logIn()}>Use another email</LinkButton>
          </p>
          {suggestedEmail(email) !== null && (
            <p className="login__suggestion sm muted">
              <SuggestedEmail email={email} onChoose={logIn} />
            </p>
          )}
        </div>
      </div>
      <Help recipient={email} redirect={redirect} />
    </>
  )
}

type HelpProps = { recipient: string; redirect: string | null }

function Help({ recipient, redirect }: HelpProps) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), sentHelpDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="login__help" role="status">
      {isDue && (
        <div className="card">
          <h2>Nothing yet?</h2>
          <p className="muted sm">
            Check the spelling of your email and look in your spam folder. If it still hasn't arrived, call{' '}
            <PhoneOrEmail />.
          </p>
          <div className="login__help-actions">
            <Button look="secondary" size="small" icon={ChatIcon} onClick={openChat}>
              Chat With Us
            </Button>
            <SendAgain recipient={recipient} redirect={redirect} />
          </div>
        </div>
      )}
    </div>
  )
}

function SendAgain({ recipient, redirect }: { recipient: string; redirect: string | null }) {
  const [outcome, setOutcome] = useState<{ variant: 'success' | 'error'; text: string }>()
  const [isBusy, run] = useBusy()
  async function send() {
    setOutcome(undefined)
    try {
      await requestLink(recipient, redirect)
      setOutcome({ variant: 'success', text: 'A new link is on its way. Only the newest one works.' })
    } catch (error) {
      setOutcome({ variant: 'error', text: linkProblem(error) })
    }
  }
  return (
    <>
      <Button look="borderless" size="small" isBusy={isBusy} onClick={() => run(send)}>
        Send the link again
      </Button>
      {outcome && <Alert variant={outcome.variant}>{outcome.text}</Alert>}
    </>
  )
}
