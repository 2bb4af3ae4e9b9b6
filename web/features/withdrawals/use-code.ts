import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type RefObject } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { WithdrawalRequest } from '#contract/withdrawals.ts'
import { codeGapMs, codeLength } from '#domain/login.ts'
import { isRefused } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useWait } from '../../ui/code-input/use-wait.ts'
import { useBusy } from '../../ui/button/use-busy.ts'
import { failureMessage } from '../../ui/modal/failure-message.ts'
import { formatMoney } from '../../ui/money/money.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { forgetIdempotencyKey } from './idempotency-key.ts'
import { StayOpen } from '../../ui/modal/stay-open.ts'
import { keepRequest, refreshMoney, requestsQuery } from './withdrawals-queries.ts'

type Notice = { variant: 'success' | 'error'; text: string }

/** The code that proves that the customer made the request. */
export function useCode(
  { accountId, region }: Account,
  request: WithdrawalRequest | undefined,
  field: RefObject<HTMLInputElement | null>,
) {
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [notice, setNotice] = useState<Notice>()
  const [isSending, run] = useBusy()
  const [secondsLeft, wait] = useWait(codeGapMs)
  const id = request?.id
  useEffect(() => {
    if (id !== undefined || error !== undefined) field.current?.focus()
  }, [id, error, field])

  /** Throws synchronously if digits are missing, so that nothing looks busy. */
  function submit(): Promise<void> {
    setNotice(undefined)
    if (!request || code.length < codeLength) {
      setError(code === '' ? 'Field is required' : `Please enter all ${codeLength} digits.`)
      field.current?.focus()
      throw new StayOpen()
    }
    setError(undefined)
    return confirm(request)
  }

  async function confirm({ id: requestId, amount }: WithdrawalRequest): Promise<void> {
    try {
      const confirmed = await call(
        'POST /api/portal/customer/account/:accountId/withdrawal-requests/:requestId/confirm',
        { params: { accountId, requestId }, body: { code } },
      )
      finish(amount)
      void keepRequest(queryClient, accountId, confirmed)
    } catch (failure) {
      if (!isRefused(failure)) throw failure
      if (failure.code === 'already_decided') return lookAgain(requestId, amount)
      if (failure.code !== 'invalid_code' && failure.code !== 'code_expired') throw failure
      setCode('')
      setError(failure.msg)
      throw new StayOpen()
    }
  }

  function finish(amount: number) {
    forgetIdempotencyKey()
    showToast({ variant: 'success', text: `Your withdrawal of ${formatMoney(amount, region)} is requested.` })
  }

  /** The reply to an earlier press was lost, another tab was faster, or the time ran out. */
  async function lookAgain(requestId: string, amount: number): Promise<void> {
    await refreshMoney(queryClient, accountId)
    const requests = await queryClient.fetchQuery(requestsQuery(accountId))
    const found = requests.find((one) => one.id === requestId)
    if (found && found.status !== 'Cancelled') return finish(amount)
    forgetIdempotencyKey()
    showToast({ variant: 'error', text: 'This request is no longer open. Please ask again.' })
  }

  function sendAgain() {
    run(async () => {
      setNotice(undefined)
      try {
        const sent = await call(
          'POST /api/portal/customer/account/:accountId/withdrawal-requests/:requestId/send-code',
          { params: { accountId, requestId: id ?? '' } },
        )
        void keepRequest(queryClient, accountId, sent)
        setNotice({
          variant: 'success',
          text: `We sent a new code to your mobile ending ${sent.mobileLast3Digits}.`,
        })
        // The new code invalidates the old one, so clear what was typed.
        setCode('')
        setError(undefined)
        wait()
        field.current?.focus()
      } catch (failure) {
        setNotice({ variant: 'error', text: failureMessage(failure) })
      }
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
    startWait: wait,
    sendAgain,
    submit,
  }
}
export type Code = ReturnType<typeof useCode>
