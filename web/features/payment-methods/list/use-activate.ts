import { useRef, useState } from 'react'
import type { RepaymentDetails, SavedMethod } from '#contract/payment-methods.ts'
import { call } from '../../../session/client.ts'
import { tellMethodUpdated } from '../notice.ts'
import { useChange } from './use-change.ts'

/** Has the payments taken from a saved method, once however often it is pressed. */
export function useActivate(accountId: string) {
  const change = useChange(accountId)
  const [isBusy, setBusy] = useState(false)
  // A ref, not state: a second press must be stopped before the next render.
  const isRunning = useRef(false)

  async function activate(method: SavedMethod, { repayments }: RepaymentDetails): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await change(() =>
        call('POST /api/portal/customer/account/:accountId/activate-repayment-source', {
          params: { accountId },
          body: {
            repaymentChangeId: repayments[0]?.repaymentChangeId ?? null,
            repaymentSourceId: method.id,
          },
        }),
      )
      tellMethodUpdated()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, activate }
}
