import { useEffect, useState, type RefObject } from 'react'
import { codeGapMs, codeLength } from '#domain/login.ts'
import { isRefused } from '../../api/api-error.ts'
import { justSent } from '../../api/just-sent.ts'
import { ago } from '../../ui/code-input/countdown.ts'
import { useWait } from '../../ui/code-input/use-wait.ts'
import { useBusy } from '../../ui/button/use-busy.ts'
import { failureMessage } from '../../ui/modal/failure-message.ts'
import { StayOpen } from '../../ui/modal/stay-open.ts'

type Notice = { variant: 'success' | 'info' | 'error'; text: string }

type Calls = {
  confirm: (id: string, code: string) => Promise<void>
  /** Resolves with the last digits of the mobile that the new code went to. */
  sendAgain: (id: string) => Promise<string | null>
}

/** The code that proves that the customer asked for something. `id` is what it confirms, once there is one. */
export function useCode(
  id: string | undefined,
  field: RefObject<HTMLInputElement | null>,
  { confirm, sendAgain }: Calls,
) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [notice, setNotice] = useState<Notice>()
  const [isSending, run] = useBusy()
  const [secondsLeft, wait] = useWait()
  useEffect(() => {
    if (id !== undefined || error !== undefined) field.current?.focus()
  }, [id, error, field])

  /** Throws synchronously if digits are missing, so that nothing looks busy. */
  function submit(): Promise<void> {
    setNotice(undefined)
    if (id === undefined || code.length < codeLength) {
      setError(code === '' ? 'Field is required' : `Please enter all ${codeLength} digits.`)
      field.current?.focus()
      throw new StayOpen()
    }
    setError(undefined)
    return confirm(id, code).catch((failure: unknown) => {
      if (!isRefused(failure)) throw failure
      if (failure.code !== 'invalid_code' && failure.code !== 'code_expired') throw failure
      setCode('')
      setError(failure.msg)
      throw new StayOpen()
    })
  }

  function send() {
    run(async () => {
      setNotice(undefined)
      try {
        const last3 = await sendAgain(id ?? '')
        setNotice({ variant: 'success', text: `We sent a new code to your mobile ending ${last3}.` })
        // The new code invalidates the old one, so clear what was typed.
        setCode('')
        setError(undefined)
        wait(codeGapMs)
      } catch (failure) {
        const sent = justSent(failure)
        if (sent) wait(sent.waitMs)
        setNotice(
          sent
            ? { variant: 'info', text: `We sent a code ${ago(sent.agoMs)}.` }
            : { variant: 'error', text: failureMessage(failure) },
        )
      }
      field.current?.focus()
    })
  }

  return {
    digits: code,
    type: (typed: string) => {
      setCode(typed)
      setError(undefined)
    },
    error,
    notice,
    isSending,
    secondsLeft,
    startWait: () => wait(codeGapMs),
    sendAgain: send,
    submit,
  }
}
export type Code = ReturnType<typeof useCode>
