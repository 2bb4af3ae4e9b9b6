import type { RefObject } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { WithdrawalRequest } from '#contract/withdrawals.ts'
import { queryClient } from '../../api/query-client.ts'
import { isRefused } from '../../api/api-error.ts'
import { call } from '../../session/client.ts'
import { formatMoney } from '../../ui/money/money.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { forgetIdempotencyKey } from './idempotency-key.ts'
import { useCode } from './use-code.ts'
import { keepRequest, refreshMoney, requestsQuery } from './withdrawals-queries.ts'

/** The code that confirms a withdrawal. */
export function useWithdrawalCode(
  { accountId, region }: Account,
  request: WithdrawalRequest | undefined,
  field: RefObject<HTMLInputElement | null>,
) {
  async function confirm(requestId: string, code: string): Promise<void> {
    try {
      const confirmed = await call(
        'POST /api/portal/customer/account/:accountId/withdrawal-requests/:requestId/confirm',
        { params: { accountId, requestId }, body: { code } },
      )
      finish()
      void keepRequest(accountId, confirmed)
    } catch (failure) {
      if (!isRefused(failure) || failure.code !== 'already_decided') throw failure
      await lookAgain(requestId)
    }
  }

  function finish() {
    forgetIdempotencyKey()
    const sum = formatMoney(request?.amount ?? 0, region)
    showToast({ variant: 'success', text: `Your withdrawal of ${sum} is requested.` })
  }

  /** The reply to an earlier press was lost, another tab was faster, or the time ran out. */
  async function lookAgain(requestId: string): Promise<void> {
    await refreshMoney(accountId)
    const requests = await queryClient.fetchQuery(requestsQuery(accountId))
    const found = requests.find((one) => one.id === requestId)
    if (found && found.status !== 'Cancelled') return finish()
    forgetIdempotencyKey()
    showToast({ variant: 'error', text: 'This request is no longer open. Please ask again.' })
  }

  async function sendAgain(requestId: string): Promise<string | null> {
    const sent = await call(
      'POST /api/portal/customer/account/:accountId/withdrawal-requests/:requestId/send-code',
      { params: { accountId, requestId } },
    )
    void keepRequest(accountId, sent)
    return sent.mobileLast3Digits
  }

  return useCode(request?.id, field, { confirm, sendAgain })
}
