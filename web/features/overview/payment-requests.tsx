import type { Overview } from '#contract/overview.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { formatMoney } from '../../ui/money/money.tsx'

type PaymentRequestsProps = {
  requests: Overview['activeRepaymentRequests']
  today: string
  region: Region
}

/** Payment requests from schools outside the plan, each with its own payment link, which staff do not get. */
export function PaymentRequests({ requests, today, region }: PaymentRequestsProps) {
  return (
    <div className="requests">
      <h3 className="eyebrow">{requests.length === 1 ? 'Payment request' : 'Payment requests'}</h3>
      <ul className="requests__list">
        {requests.map((request, index) => (
          <li key={request.id ?? index}>
            <span className="rowtext">
              <b>{[request.institutionName, request.periodName].filter(Boolean).join(' · ')}</b>
              <small id={`due-${index}`}>
                {request.dueDate < today ? 'Was due' : 'Due'} {formatDate(request.dueDate)}
              </small>
            </span>
            <b className="num requests__amount">{formatMoney(request.amount, region)}</b>
            {request.id !== null && (
              <ButtonLink
                look="secondary"
                size="small"
                href={`/pay-now?request=${encodeURIComponent(request.id)}`}
                aria-describedby={`due-${index}`}
                isNewTab
              >
                Make a payment
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
