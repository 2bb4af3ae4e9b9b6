import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CodeContact } from '#contract/guest-payments.ts'
import { codeGapMs, codeLength } from '#domain/login.ts'
import { isRefused } from '../../../api/api-error.ts'
import { justSent } from '../../../api/just-sent.ts'
import { useBusy } from '../../../ui/button/use-busy.ts'
import { ago } from '../../../ui/code-input/countdown.ts'
import { useWait } from '../../../ui/code-input/use-wait.ts'
import { failureMessage } from '../../../ui/modal/failure-message.ts'
import { StayOpen } from '../../../ui/modal/stay-open.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import type { CodeCalls } from '../payer.ts'

type Notice = { variant: 'success' | 'info' | 'error'; text: string }

/** The first is where a code goes unless another is chosen. */
type Contacts = [CodeContact, ...CodeContact[]]

/** The query key of the access to a request's saved methods. */
export const accessKey = (payFor: string) => ['saved-method-access', payFor]

const nothingToUnlock = { isUnlocked: true, contacts: [] }

/**
 * A saved method pays by link once its owner has entered a code. Without `codes` the payer is the owner, and nothing is
 * asked.
 */
export function useOwnerCode(payFor: string, codes: CodeCalls | undefined, isChosen: boolean) {
  const queryClient = useQueryClient()
  const accessQuery = queryOptions({
    queryKey: accessKey(payFor),
    queryFn: () => codes?.readAccess() ?? nothingToUnlock,
    throwOnError: false,
  })
  const { data: access } = useQuery({ ...accessQuery, enabled: codes !== undefined && isChosen })
  const [contacts, setContacts] = useState<Contacts>()
  const [isOpen, setOpen] = useState(false)
  const [sentTo, setSentTo] = useState<CodeContact>()
  const [digits, setDigits] = useState('')
  const [error, setError] = useState<string>()
  const [notice, setNotice] = useState<Notice>()
  const [isAsking, ask] = useBusy()
  const [isSending, runSend] = useBusy()
  const [secondsLeft, wait] = useWait()
  const field = useRef<HTMLInputElement>(null)
  const whenUnlocked = useRef(() => {})

  /** Calls `pay` at once where nothing is locked, and otherwise when the code was right. */
  function unlock(pay: () => void): void {
    if (!codes || access?.isUnlocked) return pay()
    ask(async () => {
      try {
        // Another tab may have unlocked it, or the time may be over.
        const now = await queryClient.fetchQuery({ ...accessQuery, staleTime: 0 })
        const [first, ...others] = now.contacts
        if (now.isUnlocked || !first) return pay()
        whenUnlocked.current = pay
        setContacts([first, ...others])
        if (secondsLeft === 0) await sendFirst(codes, first)
        setOpen(true)
      } catch (failure) {
        // The payment is refused for the same reason, and the page explains it.
        if (isRefused(failure) && failure.status !== 429) pay()
        else showToast({ variant: 'error', text: failureMessage(failure) })
      }
    })
  }

  /** Even if another code cannot be sent now, the last one can be typed. */
  async function sendFirst(calls: CodeCalls, contact: CodeContact): Promise<void> {
    try {
      await send(calls, contact)
    } catch (failure) {
      if (!isRefused(failure) || failure.status !== 429) throw failure
      explain(failure)
    }
  }

  /** Too soon for another code, after a reload or in another tab: the last one still works. */
  function explain(failure: unknown): void {
    const sent = justSent(failure)
    if (!sent) return setNotice({ variant: 'error', text: failureMessage(failure) })
    wait(sent.waitMs)
    setNotice({ variant: 'info', text: `We sent a code ${ago(sent.agoMs)}.` })
  }

  async function send({ send: sendCode }: CodeCalls, contact: CodeContact): Promise<void> {
    setNotice(undefined)
    setError(undefined)
    // The new code invalidates the old one, so clear what was typed.
    setDigits('')
    const sent = await sendCode(contact.id)
    setSentTo(sent.sentTo)
    wait(codeGapMs)
  }

  function sendTo(contact: CodeContact): void {
    if (!codes) return
    runSend(async () => {
      try {
        await send(codes, contact)
        setNotice({ variant: 'success', text: `We sent a new code to ${placeOf(contact)}.` })
      } catch (failure) {
        explain(failure)
      }
      field.current?.focus()
    })
  }

  /** Throws synchronously if digits are missing, so that nothing looks busy. */
  function submit(): Promise<void> {
    setNotice(undefined)
    if (!codes || digits.length < codeLength) {
      setError(digits === '' ? 'Field is required' : `Please enter all ${codeLength} digits.`)
      field.current?.focus()
      throw new StayOpen()
    }
    setError(undefined)
    return enter(codes)
  }

  async function enter({ enter: enterCode }: CodeCalls): Promise<void> {
    try {
      await enterCode(digits)
    } catch (failure) {
      if (!isRefused(failure) || failure.status !== 400) throw failure
      setDigits('')
      setError(failure.msg)
      // The dialog has the focus while it is busy.
      requestAnimationFrame(() => field.current?.focus())
      throw new StayOpen()
    }
    queryClient.setQueryData(accessQuery.queryKey, (known) => known && { ...known, isUnlocked: true })
    setDigits('')
    whenUnlocked.current()
  }

  return {
    condition: conditionOf(access),
    unlock,
    isAsking,
    isOpen,
    hide: () => setOpen(false),
    contact: sentTo ?? contacts?.[0],
    isSent: sentTo !== undefined,
    otherContacts: contacts?.filter(({ id }) => id !== (sentTo ?? contacts[0]).id) ?? [],
    field,
    digits,
    type: (typed: string) => {
      setDigits(typed)
      setError(undefined)
    },
    error,
    notice,
    isSending,
    secondsLeft,
    sendTo,
    submit,
  }
}
export type OwnerCode = ReturnType<typeof useOwnerCode>

/** "the mobile ending 123". */
export function placeOf({ channel, masked }: CodeContact): string {
  return channel === 'mobile' ? `the mobile ${masked}` : masked
}

function conditionOf(access: { isUnlocked: boolean; contacts: CodeContact[] } | undefined): string | null {
  const first = access?.contacts[0]
  if (!first || access.isUnlocked) return null
  return `To confirm that this is yours, we send a code to ${placeOf(first)}.`
}
