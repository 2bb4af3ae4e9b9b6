import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import { useStaffRefusal } from '../../session/staff-refusal.ts'
import { Button } from '../../ui/button/button.tsx'
import { WithdrawIcon } from '../../ui/icon/withdraw.tsx'
import { LazyDialog, loadDialog, useDialog } from './lazy-dialog.tsx'
import { bankAccountsQuery } from './withdrawals-queries.ts'

/** Opens the withdrawal dialog. Absent if the family has no bank account for it, and for staff in its place. */
export function WithdrawButton({ account, isMain = false }: { account: Account; isMain?: boolean }) {
  // A page that shows other things must not fail because of this button.
  const { data: banks = [] } = useQuery({ ...bankAccountsQuery(account.accountId), throwOnError: false })
  const dialog = useDialog()
  const refusal = useStaffRefusal('POST /api/portal/customer/account/:accountId/withdrawal-requests')
  if (banks.length === 0 || refusal) return null
  const prefetch = () => void loadDialog().catch(() => undefined)
  return (
    <>
      <Button
        look={isMain ? 'primary' : 'secondary'}
        size={isMain ? 'medium' : 'small'}
        icon={WithdrawIcon}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => dialog.open()}
      >
        {isMain ? 'Request a withdrawal' : 'Withdraw'}
      </Button>
      <LazyDialog key={dialog.key} account={account} {...dialog.props} />
    </>
  )
}
