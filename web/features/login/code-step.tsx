import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { codeGapMs, codeLength } from '#domain/login.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { CodeInput } from '../../ui/code-input/code-input.tsx'
import { ago, countdown } from '../../ui/code-input/countdown.ts'
import { SendAgain } from '../../ui/code-input/send-again.tsx'
import { useSecondsUntil } from '../../ui/code-input/use-wait.ts'
import { Heading } from '../../ui/heading/heading.tsx'
import { BackButton } from './back-button.tsx'
import { dropPreparedCode, preparedCode } from './prepared-code.ts'
import type { CodeNote } from './login-step.ts'
import { maskMobile, type Mobile } from './mobile.ts'
import { SignUpHead } from './sign-up-head.tsx'
import { fieldRequired } from './texts.ts'
import { TypedEmail } from './typed-email.tsx'
import type { Login } from './use-login.ts'
import { whenShown } from './when-shown.ts'

type SentCode = { mobile: Mobile; sentAt: number; note: CodeNote }
type CodeStepProps = { login: Login; current: SentCode; isSignup: boolean }

export function CodeStep({ login, current, isSignup }: CodeStepProps) {
  const [code, setCode] = useState(preparedCode)
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const explanation = useId()
  const { mobile, sentAt } = current
  const secondsLeft = useSecondsUntil(sentAt + codeGapMs)

  const { code: refusal, refusedCode, needsNewCode } = login.trouble
  const isRefused = refusal !== undefined && (code === '' || code === refusedCode)
  const isUseless = needsNewCode && isRefused
  useEffect(() => {
    field.current?.focus()
    const given = preparedCode()
    dropPreparedCode()
    if (given !== '') whenShown(() => login.logIn(given))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the step comes
  }, [])
  useEffect(() => {
    if (!refusal) return
    field.current?.focus()
    // The next digits replace those that were refused.
    if (field.current?.value.length === codeLength) field.current.select()
  }, [refusal])

  function type(typed: string) {
    setCode(typed)
    setMissing(false)
    if (typed.length === codeLength && typed !== code && typed !== refusedCode) login.logIn(typed)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(code === '' && !isRefused)
    if (code === '' || code === refusedCode) field.current?.focus()
    else login.logIn(code)
  }

  function resend() {
    // The new code invalidates the old one, so clear what was typed.
    setCode('')
    setMissing(false)
    // The button that was pressed goes away.
    field.current?.focus()
    login.resendCode()
  }

  return (
    <>
      <div className="stack">
        <BackButton onClick={login.goBack} />
        <div className="auth__head">
          {isSignup ? <SignUpHead /> : <Heading title="Check your phone" />}
          <p id={explanation}>
            We sent a 6-digit code to your mobile number ending in{' '}
            <strong className="num">{mobile.lastDigits}</strong>.
          </p>
          <TypedEmail login={login} />
        </div>
      </div>
      {login.trouble.alert && <Alert variant="error">{login.trouble.alert}</Alert>}
      {!login.trouble.alert && !refusal && <Note current={current} />}
      <form className="stack stack--20" noValidate onSubmit={submit}>
        <CodeInput
          label="Enter code"
          name="otp"
          ref={field}
          value={code}
          error={isMissing ? fieldRequired : refusal}
          explainedBy={explanation}
          onChange={type}
        />
        {isUseless ? (
          // A key for each: one element for both would submit the form when it changes under a press.
          <Button
            key="new-code"
            size="large"
            isBlock
            disabled={secondsLeft > 0}
            isBusy={login.busyWith === 'send-code'}
            onClick={resend}
          >
            {secondsLeft > 0 ? `Send a new code in ${countdown(secondsLeft)}` : 'Send a new code'}
          </Button>
        ) : (
          <Button key="log-in" type="submit" size="large" isBlock isBusy={login.busyWith === 'log-in'}>
            {isSignup ? 'Continue' : 'Log in'}
          </Button>
        )}
      </form>
      <p className="muted">
        {isUseless ? (
          'Or '
        ) : (
          <>
            <SendAgain
              label="Resend code"
              secondsLeft={secondsLeft}
              isSending={login.busyWith === 'send-code'}
              onSendAgain={resend}
            />{' '}
            or{' '}
          </>
        )}
        <LinkButton isBusy={login.busyWith === 'send-link'} onClick={login.sendLink}>
          email a link
        </LinkButton>
      </p>
    </>
  )
}

function Note({ current: { mobile, sentAt, note } }: { current: SentCode }) {
  // Said once, when the step comes: nobody needs to hear every second.
  const [arrivedAt] = useState(() => Date.now())
  if (note === 'sent-before') return <Alert variant="info">We sent a code {ago(arrivedAt - sentAt)}.</Alert>
  if (note === null) return null
  return (
    <Alert variant="success">
      A one time password code was resent to <span className="num nowrap">{maskMobile(mobile)}</span>.
    </Alert>
  )
}
