import type { RepaymentDetails, SavedMethod } from '#contract/payment-methods.ts'
import { call } from '../../../session/client.ts'
import { notifyMethodUpdated } from '../notice.ts'
import { useChange } from './use-change.ts'

/** Has the payments taken from a saved method. */
export function useActivate(accountId: string) {
  const change = useChange(accountId)
  return async (method: SavedMethod, { repayments }: RepaymentDetails): Promise<void> => {
    await change(() =>
      call('POST /api/portal/customer/account/:accountId/activate-repayment-source', {
        params: { accountId },
        body: { repaymentChangeId: repayments[0]?.repaymentChangeId ?? null, repaymentSourceId: method.id },
      }),
    )
    notifyMethodUpdated()
  }
}
