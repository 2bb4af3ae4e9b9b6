import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { sentHelpDelayMs } from '#domain/login.ts'
import { useSupport } from '../../api/settings.ts'
import { ErrorView } from '../../ui/error-view/error-view.tsx'
import { Heading } from '../../ui/heading/heading.tsx'
import { MailArt } from '../../ui/spot-art/mail.tsx'
import '../../ui/card/card.css'
import './login.css'

export function SentPage() {
  const [search] = useSearchParams()
  const email = search.get('email')
  const support = useSupport()
  if (!email) return <ErrorView support={support} />
  return (
    <>
      <div className="stack">
        <MailArt width={168} />
        <div className="auth__head">
          <Heading title="Check your inbox" />
          <p>
            A personal login link was sent to <strong className="login__recipient">{email}</strong>.
          </p>
        </div>
      </div>
      <div className="login__help" role="status">
        <Help {...support} />
      </div>
    </>
  )
}

function Help({ phone, email }: { phone: string; email: string }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), sentHelpDelayMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isDue) return null
  return (
    <div className="card">
      <h2>Nothing yet?</h2>
      <p className="muted sm">
        Check the spelling of your email and look in your spam folder. If it still hasn't arrived, call{' '}
        <span className="nowrap">{phone}</span> or email <a href={`mailto:${email}`}>{email}</a>.
      </p>
    </div>
  )
}
