import { useEffect, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { SentCode } from '#contract/wire.ts'
import { isRefused, type ApiError } from '../../api/api-error.ts'
import { call } from '../../session/client.ts'
import { justSent } from '../../api/just-sent.ts'
import { startSession } from '../../session/session.ts'
import { useBusy } from '../../ui/button/use-busy.ts'
import { takeEmailInAddress } from './email-in-address.ts'
import { emailLink, linkProblem } from './email-link.ts'
import { takePreparedCode } from './prepared-code.ts'
import { accountSelectionFor, type LoginAddress } from './login-address.ts'
import { goTo, useLoginStep } from './login-step.ts'
import { notAnEmail, sendFailed, wrongCode } from './texts.ts'
import { whenShown } from './when-shown.ts'

type Trouble = {
  alert?: string
  email?: string
  code?: string
  /** The digits that were refused. They are not sent a second time. */
  refusedCode?: string
  /** No digits can be right any more: the code is too old, or was tried too often. */
  needsNewCode?: boolean
}
type ActionName = 'send-code' | 'send-link' | 'log-in'

/** Refusals after which only another code helps. */
const ofNoUse = ['code_expired', 'code_used_up']

/** The steps of the log-in: an e-mail, then a code, or a link if no code can be sent. */
export function useLogin(address: LoginAddress) {
  const current = useLoginStep()
  const [lastStep, setLastStep] = useState(current)
  const [typed, setTyped] = useState(current.step === 'email' ? address.email : current.email)
  const [isReturn, setReturn] = useState(current.step !== 'email')
  const [trouble, setTrouble] = useState<Trouble>({})
  const [lastAction, setLastAction] = useState<ActionName>('send-code')
  const [isBusy, run] = useBusy()
  /** Consecutive failures for one e-mail address. After the second, a link is mailed instead. */
  const failures = useRef({ email: '', count: 0 })

  // Leaving a step clears its errors, whether by our buttons or the browser's.
  if (current !== lastStep) {
    setLastStep(current)
    setTrouble({})
    if (current.step !== 'email') {
      setTyped(current.email)
      setReturn(true)
    }
  }

  function act(name: ActionName, action: () => Promise<void>) {
    run(() => {
      setLastAction(name)
      setTrouble({})
      return action()
    })
  }

  async function sendCode(email: string, isResent: boolean) {
    const recipient = email.trim().toLowerCase()
    const startedAt: unknown = history.state
    setTyped(email)
    if (failures.current.email !== recipient) failures.current = { email: recipient, count: 0 }
    try {
      const { sentCode, agoMs } = await requestCode(recipient)
      failures.current.count = 0
      // If the customer has gone back meanwhile, stay there.
      if (history.state !== startedAt) return
      const { mobileLast3Digits: lastDigits, countryCode } = sentCode
      if (lastDigits === null) return goTo({ step: 'no-mobile', email: recipient })
      const ownNote = isResent ? 'resent' : null
      goTo({
        step: 'code',
        email: recipient,
        mobile: { countryCode, lastDigits },
        sentAt: Date.now() - agoMs,
        note: agoMs > 0 ? 'sent-before' : ownNote,
      })
    } catch (error) {
      if (isRefused(error) && error.fields['email']) return setTrouble({ email: notAnEmail })
      if (isRefused(error) && error.code === 'rate_limited') return setTrouble({ alert: error.msg })
      // No text will come before some hours: a link does.
      if (isRefused(error) && error.code === 'no_more_codes') return await sendLink(recipient)
      failures.current.count += 1
      if (failures.current.count < 2) setTrouble({ alert: sendFailed })
      else await sendLink(recipient)
    }
  }

  async function sendLink(recipient: string) {
    try {
      await emailLink(recipient, address.redirect, address.isSignup)
    } catch (error) {
      setTrouble({ alert: linkProblem(error) })
    }
  }

  async function logIn(email: string, otp: string) {
    try {
      const { token } = await call('POST /api/auth/customer/otp-login', { body: { email, otp } })
      startSession(token)
      navigate(accountSelectionFor(address.redirect), { replace: true })
    } catch (error) {
      setTrouble(isRefused(error) ? codeTrouble(error, otp) : { alert: sendFailed })
    }
  }

  useEffect(() => {
    const email = takeEmailInAddress()
    if (email === null) return
    const lastDigits = takePreparedCode()
    if (lastDigits === null) whenShown(() => act('send-code', () => sendCode(email, false)))
    else
      goTo({ step: 'code', email, mobile: { countryCode: null, lastDigits }, sentAt: Date.now(), note: null })
  })

  const email = current.step === 'email' ? typed : current.email
  return {
    current,
    email,
    isReturn,
    trouble,
    busyWith: isBusy ? lastAction : null,
    sendCode: (email: string) => act('send-code', () => sendCode(email, false)),
    resendCode: () => act('send-code', () => sendCode(email, true)),
    sendLink: () => act('send-link', () => sendLink(email)),
    logIn: (otp: string) => act('log-in', () => logIn(email, otp)),
    goBack: () => history.back(),
  }
}
export type Login = ReturnType<typeof useLogin>

/** Where the code went, and how long ago: one that was sent a moment ago still works, so no other is sent. */
async function requestCode(email: string): Promise<{ sentCode: SentCode; agoMs: number }> {
  try {
    return { sentCode: await call('POST /api/auth/customer/send-otp', { body: { email } }), agoMs: 0 }
  } catch (error) {
    const { sentCode = null, agoMs = 0 } = justSent(error) ?? {}
    if (sentCode === null) throw error
    return { sentCode, agoMs: Math.max(agoMs, 1) }
  }
}

function codeTrouble(error: ApiError, refusedCode: string): Trouble {
  if (error.code === 'rate_limited') return { code: error.msg }
  if (ofNoUse.includes(error.code)) return { code: error.msg, refusedCode, needsNewCode: true }
  return { code: wrongCode, refusedCode }
}
