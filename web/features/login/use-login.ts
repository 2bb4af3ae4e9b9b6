import { useEffect, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { isRefused } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { startSession } from '../../api/session.ts'
import { useBusy } from '../../ui/button/use-busy.ts'
import { emailLink } from './email-link.ts'
import { accountSelectionFor, type LoginAddress } from './login-address.ts'
import type { Mobile } from './mobile.ts'
import { linkFailed, notAnEmail, sendFailed, wrongCode } from './texts.ts'

type Place =
  | { step: 'email'; isReturn: boolean }
  | { step: 'no-mobile' }
  | { step: 'code'; mobile: Mobile; isResent: boolean }
type Trouble = { alert?: string; email?: string; code?: string }

/** The steps of logging in: an e-mail, then a code, or a link where no code can be sent. */
export function useLogin(address: LoginAddress) {
  const [place, setPlace] = useState<Place>({ step: 'email', isReturn: false })
  const [email, setEmail] = useState(address.email)
  const [trouble, setTrouble] = useState<Trouble>({})
  const [isBusy, run] = useBusy()
  /** Sends that failed in a row for one e-mail: the second falls back to a mailed link. */
  const failures = useRef({ email: '', count: 0 })

  async function sendCode(typed: string) {
    const recipient = typed.trim().toLowerCase()
    const isResend = place.step === 'code'
    setTrouble({})
    setEmail(typed)
    if (failures.current.email !== recipient) failures.current = { email: recipient, count: 0 }
    try {
      const sent = await call('POST /api/auth/customer/send-otp', { body: { email: recipient } })
      failures.current.count = 0
      if (sent.mobileLast3Digits === null) setPlace({ step: 'no-mobile' })
      else {
        const mobile = { countryCode: sent.countryCode, lastDigits: sent.mobileLast3Digits }
        setPlace({ step: 'code', mobile, isResent: isResend })
      }
    } catch (error) {
      if (isRefused(error) && error.fields['email']) return setTrouble({ email: notAnEmail })
      // Asked again too soon: nothing failed, and the code on its way still works.
      if (isRefused(error) && error.code === 'rate_limited') return setTrouble({ alert: error.msg })
      failures.current.count += 1
      if (failures.current.count < 2) setTrouble({ alert: sendFailed })
      else await sendLink(recipient)
    }
  }

  async function sendLink(recipient: string) {
    setTrouble({})
    try {
      await emailLink(recipient, address.redirect)
    } catch {
      setTrouble({ alert: linkFailed })
    }
  }

  async function logIn(otp: string) {
    setTrouble({})
    try {
      const body = { email: email.trim().toLowerCase(), otp }
      const { token } = await call('POST /api/auth/customer/otp-login', { body })
      startSession(token)
      navigate(accountSelectionFor(address.redirect), { replace: true })
    } catch (error) {
      if (!isRefused(error)) setTrouble({ alert: sendFailed })
      else setTrouble({ code: error.code === 'rate_limited' ? error.msg : wrongCode })
    }
  }

  const hasAsked = useRef(false)
  useEffect(() => {
    if (hasAsked.current || address.email === '') return
    hasAsked.current = true
    run(() => sendCode(address.email))
  })

  return {
    place,
    email,
    trouble,
    isBusy,
    sendCode: (typed: string) => run(() => sendCode(typed)),
    resendCode: () => run(() => sendCode(email)),
    sendLink: () => run(() => sendLink(email.trim().toLowerCase())),
    logIn: (otp: string) => run(() => logIn(otp)),
    goBack: () => {
      setTrouble({})
      setPlace({ step: 'email', isReturn: true })
    },
  }
}
export type Login = ReturnType<typeof useLogin>
