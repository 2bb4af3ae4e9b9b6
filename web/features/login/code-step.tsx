import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { CodeInput } from '../../ui/code-input/code-input.tsx'
import { Heading } from '../../ui/heading/heading.tsx'
import { BackButton } from './back-button.tsx'
import { maskMobile, type Mobile } from './mobile.ts'
import { fieldRequired } from './texts.ts'
import type { Login } from './use-login.ts'

type CodeStepProps = { login: Login; current: { mobile: Mobile; isResent: boolean }; isSignup: boolean }

export function CodeStep({ login, current, isSignup }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const explanation = useId()
  const { mobile, isResent } = current

  const refusal = login.trouble.code
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (refusal) field.current?.focus()
  }, [refusal])

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(code === '')
    if (code === '') field.current?.focus()
    else login.logIn(code)
  }

  function resend() {
    // The new code invalidates the old one, so clear what was typed.
    setCode('')
    setMissing(false)
    login.resendCode()
  }

  return (
    <>
      <div className="stack">
        <BackButton onClick={login.goBack} />
        <div className="auth__head">
          <Heading title="Check your phone" />
          <p id={explanation}>
            We sent a 6-digit code to your mobile number ending in{' '}
            <strong className="num">{mobile.lastDigits}</strong>.
          </p>
        </div>
      </div>
      {login.trouble.alert && <Alert variant="error">{login.trouble.alert}</Alert>}
      {isResent && !login.trouble.alert && (
        <Alert variant="success">
          A one time password code was resent to <span className="num nowrap">{maskMobile(mobile)}</span>.
        </Alert>
      )}
      <form className="stack stack--20" noValidate onSubmit={submit}>
        <CodeInput
          label="Enter code"
          name="otp"
          ref={field}
          value={code}
          error={isMissing ? fieldRequired : refusal}
          explainedBy={explanation}
          onChange={(typed) => {
            setCode(typed)
            setMissing(false)
          }}
        />
        <Button type="submit" size="large" isBlock isBusy={login.busyWith === 'log-in'}>
          {isSignup ? 'Continue' : 'Log in'}
        </Button>
      </form>
      <p className="muted">
        Didn't get it?{' '}
        <LinkButton isBusy={login.busyWith === 'send-code'} onClick={resend}>
          Resend code
        </LinkButton>{' '}
        or{' '}
        <LinkButton isBusy={login.busyWith === 'send-link'} onClick={login.sendLink}>
          email a link
        </LinkButton>
      </p>
    </>
  )
}
