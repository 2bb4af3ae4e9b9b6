import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SourceToAdd } from '#contract/payment-methods.ts'
import { ApiError, isRefused } from '../../../api/api-error.ts'
import { call } from '../../../session/client.ts'
import { repaymentDetailsQuery } from '../repayment-details-query.ts'

/** `message` is the server's, if it gave one. */
export type SaveFailure = { message: string | null }

type Progress = 'open' | 'checking' | 'saving'

/** From the press on Save to the new method in the list, one at a time. */
export function useAddMethod(accountId: string, onAdded: () => void) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<Progress>('open')
  const [failure, setFailure] = useState<SaveFailure>()
  // A ref, not state: a second press must be stopped before the next render.
  const isRunning = useRef(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])

  function start(submit: () => void): void {
    if (isRunning.current) return
    isRunning.current = true
    setFailure(undefined)
    setProgress('checking')
    submit()
  }

  function stop(why?: SaveFailure): void {
    isRunning.current = false
    setProgress('open')
    setFailure(why)
  }

  async function save(method: SourceToAdd): Promise<unknown> {
    setProgress('saving')
    try {
      await call('POST /api/portal/customer/account/:accountId/repayment-sources', {
        params: { accountId },
        body: method,
      })
    } catch (error) {
      stop(failureOf(error))
      return error
    }
    for (const queryKey of [['accounts'], ['overview', accountId], ['account-setup-status', accountId]])
      void queryClient.invalidateQueries({ queryKey })
    await queryClient.invalidateQueries(repaymentDetailsQuery(accountId))
    // If the customer has left the form, they stay where they are.
    if (!isGone.current) onAdded()
    return undefined
  }

  return { progress, failure, start, stop, save }
}

/** The server's messages are meant for the customer. A failure of ours has none that helps them. */
function failureOf(error: unknown): SaveFailure {
  if (error instanceof ApiError) return { message: error.code === 'server_error' ? null : error.msg || null }
  reportError(error)
  return { message: null }
}

/** The same card or bank account, sent again, would be refused again. */
export function isRefusedForGood(error: unknown): boolean {
  return isRefused(error) && error.code !== 'rate_limited'
}
