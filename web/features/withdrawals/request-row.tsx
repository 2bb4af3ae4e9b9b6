import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import type { Account } from '#contract/accounts.ts'
import type { WithdrawalRequest } from '#contract/withdrawals.ts'
import { calendarDate, formatDate } from '#domain/calendar/calendar.ts'
import { isRefused } from '../../api/api-error.ts'
import { call } from '../../session/client.ts'
import { Button } from '../../ui/button/button.tsx'
import { useBusy } from '../../ui/button/use-busy.ts'
import { WithdrawIcon } from '../../ui/icon/withdraw.tsx'
import { failureMessage } from '../../ui/modal/failure-message.ts'
import { formatMoney } from '../../ui/money/money.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { forgetIdempotencyKey } from './idempotency-key.ts'
import { looks, WithdrawalBadge } from './withdrawal-badge.tsx'
import { keepRequest, refreshMoney } from './withdrawals-queries.ts'

type RequestRowProps = {
  account: Account
  request: WithdrawalRequest
  /** Staff look at it in the customer's place. */
  isReadOnly: boolean
  /** Both get the pressed button, because it disappears when the request changes. */
  onEnterCode: (opener: Element) => void
  onCancelled: (opener: Element) => void
}

export function RequestRow({ account, request, isReadOnly, onEnterCode, onCancelled }: RequestRowProps) {
  const { amount, status, bankAccountDisplayName, requestedDate, reason } = request
  const sum = formatMoney(amount, account.region)
  return (
    <li>
      <span className={looks[status].glyph}>
        <WithdrawIcon />
      </span>
      <span className="rowtext">
        <b className="num">{sum}</b>
        <small>
          To {withinSentence(bankAccountDisplayName)} · {formatDate(calendarDate(requestedDate))}
        </small>
        {reason && <span className="withdrawal__reason sm">{reason}</span>}
      </span>
      <WithdrawalBadge status={status} />
      {status === 'Unconfirmed' && !isReadOnly && (
        <span className="withdrawal__actions">
          <Button
            look="secondary"
            size="small"
            aria-label={`Enter code for ${sum}`}
            onClick={({ currentTarget }) => onEnterCode(currentTarget)}
          >
            Enter code
          </Button>
          <CancelButton account={account} request={request} sum={sum} onCancelled={onCancelled} />
        </span>
      )}
    </li>
  )
}

function CancelButton({
  account,
  request,
  sum,
  onCancelled,
}: Omit<RequestRowProps, 'onEnterCode' | 'isReadOnly'> & { sum: string }) {
  const { accountId } = account
  const [isBusy, run] = useBusy()
  const cancel = (opener: Element) =>
    run(async () => {
      try {
        const cancelled = await call(
          'POST /api/portal/customer/account/:accountId/withdrawal-requests/:requestId/cancel',
          { params: { accountId, requestId: request.id } },
        )
        forgetIdempotencyKey()
        showToast({ variant: 'success', text: `Your request for ${sum} is cancelled.` })
        onCancelled(opener)
        await keepRequest(accountId, cancelled)
      } catch (error) {
        showToast({ variant: 'error', text: failureMessage(error) })
        if (isRefused(error)) await refreshMoney(accountId)
      }
    })
  return (
    <Button
      look="borderless"
      size="small"
      isBusy={isBusy}
      aria-label={`Cancel request for ${sum}`}
      onClick={({ currentTarget }) => cancel(currentTarget)}
    >
      Cancel request
    </Button>
  )
}
