import { useRef, useState } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { WithdrawalRequest } from '#contract/withdrawals.ts'
import { useStaffRefusal } from '../../session/staff-refusal.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { LinkButton } from '../../ui/button/button.tsx'
import { useModalAbout } from '../../ui/modal/use-modal.ts'
import { regainFocus } from '../../ui/modal/regain-focus.ts'
import { AvailableCard } from './available-card.tsx'
import { BankAccountsCard } from './bank-accounts-card.tsx'
import { RequestRow } from './request-row.tsx'
import type { Withdrawals } from './use-withdrawals.ts'
import { WithdrawButton } from './withdraw-button.tsx'
import { WithdrawalDialog } from './withdrawal-dialog.tsx'
import '../../ui/card/card.css'
import '../../ui/list-rows/list-rows.css'
import './withdrawals.css'

type WithdrawalsSectionProps = { account: Account; withdrawals: Withdrawals }

/** What may be withdrawn, where to, and what was asked for. */
export function WithdrawalsSection({ account, withdrawals }: WithdrawalsSectionProps) {
  const { banks, requests, available, isShown, hasFailed, retry } = withdrawals
  const refusal = useStaffRefusal('POST /api/portal/customer/account/:accountId/withdrawal-requests')
  const heading = useRef<HTMLHeadingElement>(null)
  if (hasFailed)
    return (
      <Alert variant="warning" action={<LinkButton onClick={retry}>Retry</LinkButton>}>
        We couldn't load your withdrawals.
      </Alert>
    )
  if (!isShown) return null
  return (
    <section className="withdrawals stack stack--20" aria-labelledby="withdrawals">
      <div className="withdrawals__head row">
        <div className="withdrawals__text stack stack--4">
          <h2 id="withdrawals" tabIndex={-1} ref={heading}>
            Withdrawals
          </h2>
          <p className="muted">Move money from your account balance back to your bank account.</p>
        </div>
        <WithdrawButton account={account} isMain />
      </div>
      {refusal && <Alert variant="caution">{refusal}</Alert>}
      <div className="withdrawals__cards">
        <div className="withdrawals__money">
          <AvailableCard account={account} available={available} />
          <BankAccountsCard account={account} banks={banks} />
        </div>
        {requests.length > 0 && (
          <Requests
            account={account}
            requests={requests}
            isReadOnly={refusal !== undefined}
            heading={heading}
          />
        )}
      </div>
    </section>
  )
}

/** The rest is one press away, so that the transactions below stay near. */
const shownAtFirst = 4

type RequestsProps = {
  account: Account
  requests: Withdrawals['requests']
  isReadOnly: boolean
  /** Takes the focus of a button that has gone with its request. */
  heading: React.RefObject<HTMLHeadingElement | null>
}

function Requests({ account, requests, isReadOnly, heading }: RequestsProps) {
  const dialog = useModalAbout<{ waiting: WithdrawalRequest; opener: Element }>()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? requests : requests.slice(0, shownAtFirst)
  return (
    <section className="card card--flush" aria-labelledby="withdrawal-requests">
      <div className="card__head">
        <h3 id="withdrawal-requests">Requests</h3>
      </div>
      <ul className="rows withdrawals__rows">
        {shown.map((request) => (
          <RequestRow
            key={request.id}
            account={account}
            request={request}
            isReadOnly={isReadOnly}
            onEnterCode={(opener) => dialog.show({ waiting: request, opener })}
            onCancelled={(pressed) => regainFocus(pressed, heading)}
          />
        ))}
      </ul>
      {requests.length > shownAtFirst && (
        <p className="withdrawals__rest sm">
          <LinkButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer requests' : `Show all ${requests.length} requests`}
          </LinkButton>
        </p>
      )}
      {dialog.subject && (
        <WithdrawalDialog
          key={dialog.count}
          account={account}
          waiting={dialog.subject.waiting}
          isOpen={dialog.isOpen}
          onHide={() => {
            dialog.hide()
            if (dialog.subject) regainFocus(dialog.subject.opener, heading)
          }}
        />
      )}
    </section>
  )
}
