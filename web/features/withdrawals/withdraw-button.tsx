import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import { useStaffRefusal } from '../../session/staff-refusal.ts'
import { Button } from '../../ui/button/button.tsx'
import { WithdrawIcon } from '../../ui/icon/withdraw.tsx'
import { loadModalAhead } from '../../ui/modal/modal.tsx'
import { useModalAbout } from '../../ui/modal/use-modal.ts'
import { WithdrawalDialog } from './withdrawal-dialog.tsx'
import { bankAccountsQuery } from './withdrawals-queries.ts'

/** Opens the withdrawal dialog. Absent if the family has no bank account for it, and for staff in its place. */
export function WithdrawButton({ account, isMain = false }: { account: Account; isMain?: boolean }) {
  // A page that shows other things must not fail because of this button.
  const { data: banks = [] } = useQuery({ ...bankAccountsQuery(account.accountId), throwOnError: false })
  const dialog = useModalAbout<void>()
  const refusal = useStaffRefusal('POST /api/portal/customer/account/:accountId/withdrawal-requests')
  if (banks.length === 0 || refusal) return null
  return (
    <>
      <Button
        look={isMain ? 'primary' : 'secondary'}
        size={isMain ? 'medium' : 'small'}
        icon={WithdrawIcon}
        onPointerEnter={loadModalAhead}
        onFocus={loadModalAhead}
        onClick={() => dialog.show()}
      >
        {isMain ? 'Request a withdrawal' : 'Withdraw'}
      </Button>
      {dialog.count > 0 && (
        <WithdrawalDialog key={dialog.count} account={account} isOpen={dialog.isOpen} onHide={dialog.hide} />
      )}
    </>
  )
}
