import type { StaffWithdrawal } from '#contract/staff-money.ts'
import { familyName } from '#domain/family-name.ts'
import { MailIcon } from '../../ui/icon/mail.tsx'
import { call } from '../foundation/staff-client.ts'
import { Effect } from '../ui/effect/effect.tsx'
import { money } from '../foundation/format.ts'
import { ReasonDrawer } from '../ui/reason/reason-drawer.tsx'

/** The bank has paid it, or has sent it back; or nobody pays it. */
export type WithdrawalStep = 'paid' | 'back' | 'decline'

const titles: Record<WithdrawalStep, string> = {
  paid: 'The bank has paid a withdrawal',
  back: 'A withdrawal came back',
  decline: 'Decline a withdrawal',
}

/** One withdrawal alone, whatever becomes of the others of its batch. */
export function WithdrawalDrawer({
  withdrawal,
  to,
  onClose,
}: {
  withdrawal: StaffWithdrawal
  to: WithdrawalStep
  onClose: () => void
}) {
  const sum = money(withdrawal.amount, withdrawal.currency)
  const family = `the ${familyName(withdrawal.familyName)}`
  const isPaid = to === 'paid'
  const needsApproval = to === 'back' && withdrawal.status === 'Paid'
  return (
    <ReasonDrawer
      title={titles[to]}
      lead={`${familyName(withdrawal.familyName)}, ${withdrawal.shortId}`}
      onClose={onClose}
      undo={isPaid ? 'If the bank returns it later, record that here.' : null}
      submitLabel={
        isPaid
          ? `Mark ${sum} as paid`
          : needsApproval
            ? `Request return of ${sum}`
            : `Return ${sum} to the family`
      }
      isDanger={!isPaid}
      act={async (reason) => {
        const request = { params: { withdrawalId: withdrawal.id }, body: { reason } }
        if (isPaid) {
          await call('POST /api/staff/withdrawals/:withdrawalId/paid', request)
          return `${sum} to ${family} is marked as paid.`
        }
        const { approval } = await call('POST /api/staff/withdrawals/:withdrawalId/decline', request)
        return approval
          ? `The return of ${sum} to ${family} is waiting for a second approval.`
          : `${sum} returned to the credit of ${family}.`
      }}
    >
      <Effect
        sentences={
          isPaid
            ? [
                `${sum} is marked as paid. Other withdrawals in the batch do not change.`,
                { icon: MailIcon, text: 'Every member is notified.' },
              ]
            : [
                ...(needsApproval ? ['It was paid, so a second person must approve its return.'] : []),
                `${sum} becomes family credit again. They can request it again.`,
                {
                  icon: MailIcon,
                  text: 'Every member is notified with the reason exactly as you write it.',
                },
              ]
        }
      />
    </ReasonDrawer>
  )
}
