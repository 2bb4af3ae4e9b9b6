import { useState } from 'react'
import type { StaffWithdrawal } from '#contract/staff-money.ts'
import { familyName } from '#domain/family-name.ts'
import { MailIcon } from '../../ui/icon/mail.tsx'
import { refresh } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { Drawer } from '../ui/drawer/drawer.tsx'
import { Effect } from '../ui/effect/effect.tsx'
import { money } from '../foundation/format.ts'
import { ReasonField } from '../ui/reason/reason-field.tsx'
import { showDone } from '../foundation/toast.ts'

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
  const [reason, setReason] = useState('')
  const sum = money(withdrawal.amount, withdrawal.currency)
  const family = `the ${familyName(withdrawal.familyName)}`
  const isPaid = to === 'paid'
  const decide = useAction(async () => {
    const request = { params: { withdrawalId: withdrawal.id }, body: { reason } }
    if (isPaid) await call('POST /api/staff/withdrawals/:withdrawalId/paid', request)
    else await call('POST /api/staff/withdrawals/:withdrawalId/decline', request)
    showDone(
      isPaid ? `${sum} to ${family} is marked as paid.` : `${sum} returned to the credit of ${family}.`,
    )
    await refresh()
    onClose()
  })
  return (
    <Drawer
      title={titles[to]}
      lead={`${familyName(withdrawal.familyName)}, ${withdrawal.shortId}`}
      onClose={onClose}
      undo={isPaid ? 'If the bank returns it later, record that here.' : null}
      submitLabel={isPaid ? `Mark ${sum} as paid` : `Return ${sum} to the family`}
      isDanger={!isPaid}
      isBusy={decide.isBusy}
      isSubmitOff={reason.trim() === ''}
      onSubmit={() => void decide.run()}
      failure={decide.failure}
    >
      <Effect
        sentences={
          isPaid
            ? [
                { text: `${sum} is marked as paid. Other withdrawals in the batch do not change.` },
                { icon: MailIcon, text: 'Every member is notified.' },
              ]
            : [
                { text: `${sum} becomes family credit again. They can request it again.` },
                {
                  icon: MailIcon,
                  text: 'Every member is notified with the reason exactly as you write it.',
                },
              ]
        }
      />
      <ReasonField value={reason} onChange={setReason} />
    </Drawer>
  )
}
