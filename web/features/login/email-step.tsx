import { useEffect, useRef, useState, type FormEvent } from 'react'
import { suggestedEmail } from '#domain/email-suggestion.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Heading } from '../../ui/heading/heading.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import type { LoginAddress } from './login-address.ts'
import { SignUpHead } from './sign-up-head.tsx'
import { SuggestedEmail } from './suggested-email.tsx'
import { fieldRequired } from './texts.ts'
import type { Login } from './use-login.ts'

export function EmailStep({ login, address }: { login: Login; address: LoginAddress }) {
  const { isReturn } = login
  const [isMissing, setMissing] = useState(false)
  // The reason can enter the URL after the first render, when a call is refused meanwhile.
  const [isNoticeDismissed, setNoticeDismissed] = useState(isReturn)
  /** What the field held when it was left. While somebody types, everything looks like a mistake. */
  const [left, setLeft] = useState(login.email)
  const field = useRef<HTMLInputElement>(null)
  const error = isMissing ? fieldRequired : login.trouble.email

  const hasTrouble = login.trouble.email !== undefined
  useEffect(() => {
    if (isReturn || hasTrouble) field.current?.focus()
  }, [isReturn, hasTrouble])

  function submit(event: FormEvent) {
    event.preventDefault()
    // Read from the field, because it may have been filled before hydration.
    const email = field.current?.value ?? ''
    const isEmpty = email.trim() === ''
    setMissing(isEmpty)
    if (isEmpty) field.current?.focus()
    else login.sendCode(email)
  }

  function choose(email: string) {
    if (!field.current) return
    field.current.value = email
    field.current.focus()
    setLeft(email)
  }

  return (
    <>
      {address.wasSecurityLogout && !isNoticeDismissed && (
        <Alert variant="info" onDismiss={() => setNoticeDismissed(true)}>
          You have been logged out for security reasons.
        </Alert>
      )}
      <Greeting isSignup={address.isSignup} />
      {login.trouble.alert && <Alert variant="error">{login.trouble.alert}</Alert>}
      <form className="stack stack--20" noValidate onSubmit={submit}>
        <TextInput
          label="Email address"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          placeholder="Enter your email"
          ref={field}
          defaultValue={login.email}
          error={error}
          onChange={() => setMissing(false)}
          onBlur={(event) => setLeft(event.currentTarget.value)}
        />
        <Button type="submit" size="large" isBlock isBusy={login.busyWith !== null}>
          Continue
        </Button>
      </form>
      <p className="login__note sm muted" role="status">
        {suggestedEmail(left) === null ? (
          !address.isSignup && "We'll send a one-time code to the mobile number on your account."
        ) : (
          <SuggestedEmail email={left} onChoose={choose} />
        )}
      </p>
    </>
  )
}

function Greeting({ isSignup }: { isSignup: boolean }) {
  return (
    <div className="auth__head">
      {isSignup ? (
        <SignUpHead />
      ) : (
        <>
          <Heading title="Log in">Log in to your account</Heading>
          <p>See and manage your school fee payments.</p>
        </>
      )}
    </div>
  )
}
