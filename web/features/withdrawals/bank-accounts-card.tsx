import { useRef } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { BankAccount } from '#contract/withdrawals.ts'
import { useStaffRefusal } from '../../session/staff-refusal.ts'
import { Button } from '../../ui/button/button.tsx'
import { BankIcon } from '../../ui/icon/bank.tsx'
import { useModalAbout } from '../../ui/modal/use-modal.ts'
import { regainFocus } from '../../ui/modal/regain-focus.ts'
import { AddAccountDialog } from './add-account-dialog.tsx'
import { payableText } from './payable-text.ts'
import '../../ui/card/card.css'
import '../../ui/list-rows/list-rows.css'

/** Where money may be paid to, and the way to add another account. */
export function BankAccountsCard({ account, banks }: { account: Account; banks: readonly BankAccount[] }) {
  const dialog = useModalAbout<void>()
  const button = useRef<HTMLButtonElement>(null)
  const refusal = useStaffRefusal('POST /api/portal/customer/account/:accountId/bank-accounts')
  return (
    <section className="card withdrawals__accounts stack stack--12" aria-labelledby="payout-accounts">
      <h3 id="payout-accounts">Your bank accounts</h3>
      {banks.length === 0 ? (
        <p className="sm muted">Add a bank account in your own name, and we can pay you there.</p>
      ) : (
        <ul className="rows">
          {banks.map(({ id, holder, displayName, bsb, payableFrom }) => (
            <li key={id}>
              <span className="glyph glyph--mute">
                <BankIcon />
              </span>
              <span className="rowtext">
                <b>{displayName}</b>
                <small>
                  {holder} · {account.region === 'AU' ? 'BSB' : 'Sort code'} {bsb}
                </small>
                {payableFrom && <small>{payableText(payableFrom, account.region)}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {!refusal && (
        <div>
          <Button
            ref={button}
            look={banks.length === 0 ? 'primary' : 'secondary'}
            size="small"
            onClick={() => dialog.show()}
          >
            Add a bank account
          </Button>
        </div>
      )}
      <AddAccountDialog
        key={dialog.count}
        account={account}
        isOpen={dialog.isOpen}
        onHide={() => {
          dialog.hide()
          if (button.current) regainFocus(button.current, button)
        }}
      />
    </section>
  )
}
