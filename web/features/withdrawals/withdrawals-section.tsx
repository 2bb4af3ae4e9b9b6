import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Account } from '#contract/accounts.ts'
import { regainFocus } from '../../ui/modal/regain-focus.ts'
import { Money } from '../../ui/money/money.tsx'
import { Explain } from '../explanations/explain.tsx'
import { LazyDialog, useDialog } from './lazy-dialog.tsx'
import { RequestRow } from './request-row.tsx'
import { WithdrawButton } from './withdraw-button.tsx'
import { availableQuery, bankAccountsQuery, requestsQuery } from './withdrawals-queries.ts'
import '../../ui/card/card.css'
import '../../ui/list-rows/list-rows.css'
import '../../ui/split/split.css'
import './withdrawals.css'

/** Withdrawal requests and their status. Absent if there is neither a bank account nor a request. */
export function WithdrawalsSection({ account }: { account: Account }) {
  const { accountId } = account
  const { data: banks } = useQuery(bankAccountsQuery(accountId))
  const { data: requests } = useQuery(requestsQuery(accountId))
  const dialog = useDialog()
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<Element>(null)
  if (!banks || !requests || banks.length + requests.length === 0) return null
  return (
    <section className="withdrawals" aria-labelledby="withdrawals">
      <div className="withdrawals__head">
        <div className="withdrawals__text">
          <h2 id="withdrawals" tabIndex={-1} ref={heading}>
            Withdrawals
          </h2>
          <p className="muted">Move money from your account balance back to your bank account.</p>
        </div>
        <WithdrawButton account={account} isMain />
      </div>
      <div className="split">
        <section className="card card--flush" aria-labelledby="withdrawal-requests">
          <div className="card__head">
            <h3 id="withdrawal-requests">Requests</h3>
          </div>
          {requests.length === 0 ? (
            <p className="withdrawals__none muted">You have not asked for a withdrawal yet.</p>
          ) : (
            <ul className="rows withdrawals__rows">
              {requests.map((request) => (
                <RequestRow
                  key={request.id}
                  account={account}
                  request={request}
                  onEnterCode={(pressed) => {
                    opener.current = pressed
                    dialog.open(request)
                  }}
                  onCancelled={(pressed) => regainFocus(pressed, heading)}
                />
              ))}
            </ul>
          )}
        </section>
        {banks.length > 0 && <AvailableCard account={account} />}
      </div>
      <LazyDialog
        key={dialog.key}
        account={account}
        {...dialog.props}
        onHide={() => {
          dialog.props.onHide()
          if (opener.current) regainFocus(opener.current, heading)
        }}
      />
    </section>
  )
}

function AvailableCard({ account }: { account: Account }) {
  const { data } = useQuery(availableQuery(account.accountId))
  return (
    <section className="card split__aside withdrawals__available" aria-labelledby="available-to-withdraw">
      <h3 id="available-to-withdraw" className="eyebrow">
        Available to withdraw
      </h3>
      <p className="withdrawals__sum">
        {data && <Money amount={data.amount} region={account.region} size="large" />}
        <Explain
          account={account}
          figure="available-to-withdraw"
          label="How the available amount comes about"
        />
      </p>
      <p className="sm muted">Repayments may take up to three business days to show on your account.</p>
    </section>
  )
}
