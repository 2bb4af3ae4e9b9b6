import { useState } from 'react'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useBusy } from '../../ui/button/use-busy.ts'
import { Heading } from '../../ui/heading/heading.tsx'
import { MailIcon } from '../../ui/icon/mail.tsx'
import { LinkArt } from '../../ui/spot-art/link.tsx'
import { emailLink, linkProblem } from './email-link.ts'

type ExpiredLinkProps = { email: string; redirect: string | null; onGiveUp: () => void }

export function ExpiredLink({ email, redirect, onGiveUp }: ExpiredLinkProps) {
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, run] = useBusy()
  function sendNewLink() {
    setTrouble(undefined)
    run(() => emailLink(email, redirect).catch((error: unknown) => setTrouble(linkProblem(error))))
  }
  return (
    <>
      <div className="stack">
        <LinkArt width={150} />
        <div className="auth__head">
          <Heading title="It looks like your login link has expired." />
          <p>Links work once and for a short time, to keep your account safe.</p>
          <p className="sm muted">
            It was sent to <strong className="login__recipient">{email}</strong>.
          </p>
        </div>
      </div>
      {trouble && <Alert variant="error">{trouble}</Alert>}
      <div className="stack stack--12">
        <Button size="large" isBlock icon={MailIcon} isBusy={isBusy} onClick={sendNewLink}>
          Send me a new link
        </Button>
        <Button look="secondary" size="large" isBlock onClick={onGiveUp}>
          Log in another way
        </Button>
      </div>
    </>
  )
}
