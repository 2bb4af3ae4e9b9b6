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
    showDone(isPaid ? `${sum} to ${family} is marked as paid.` : `${sum} is credit of ${family} again.`)
    await refresh()
    onClose()
  })
  return (
    <Drawer
      title={titles[to]}
      lead={`${familyName(withdrawal.familyName)}, ${withdrawal.shortId}`}
      onClose={onClose}
      undo={isPaid ? 'If the bank sends it back later, say so here.' : null}
      submitLabel={isPaid ? `Mark ${sum} as paid` : `Give ${sum} back to the family`}
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
                { text: `${sum} counts as paid out. The others of the batch stay as they are.` },
                { icon: MailIcon, text: 'Everyone who has the account is told.' },
              ]
            : [
                { text: `${sum} is the family’s credit again. It can ask for it once more.` },
                {
                  icon: MailIcon,
                  text: 'Everyone who has the account is told, with the reason as you write it.',
                },
              ]
        }
      />
      <ReasonField value={reason} onChange={setReason} />
    </Drawer>
  )
}
