import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Heading } from '../../ui/heading/heading.tsx'
import { MailIcon } from '../../ui/icon/mail.tsx'
import { PhoneOrEmail } from '../../support/phone-or-email.tsx'
import { PhoneArt } from '../../ui/spot-art/phone.tsx'
import { BackButton } from './back-button.tsx'
import { SignUpHead } from './sign-up-head.tsx'
import { TypedEmail } from './typed-email.tsx'
import type { Login } from './use-login.ts'

export function NoMobileStep({ login, isSignup }: { login: Login; isSignup: boolean }) {
  return (
    <>
      <div className="stack">
        <BackButton onClick={login.goBack} />
        <PhoneArt width={150} />
        <div className="auth__head">
          {isSignup ? <SignUpHead /> : <Heading title="We can't text you a code" />}
          <p>A verification code could not be sent because there is no mobile number on file.</p>
          <TypedEmail login={login} />
        </div>
      </div>
      {login.trouble.alert && <Alert variant="error">{login.trouble.alert}</Alert>}
      <div className="stack">
        <Button
          size="large"
          isBlock
          icon={MailIcon}
          isBusy={login.busyWith !== null}
          onClick={login.sendLink}
        >
          Email me a link
        </Button>
        <p className="sm muted">
          To add a mobile number, call <PhoneOrEmail />.
        </p>
      </div>
    </>
  )
}
