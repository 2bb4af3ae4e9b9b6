import { useState } from 'react'
import type { StaffWithdrawal } from '#contract/staff-money.ts'
import type { StaffPayout } from '#contract/staff-payouts.ts'
import { Badge, type BadgeTone } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { MailIcon } from '../../ui/icon/mail.tsx'
import { refresh, useRead } from '../api/read.ts'
import { call } from '../api/staff-client.ts'
import { useAction } from '../api/use-action.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Drawer } from '../ui/drawer/drawer.tsx'
import { Effect } from '../ui/effect/effect.tsx'
import { count, money } from '../ui/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { PeopleIcon } from '../ui/icon/people.tsx'
import { ReasonField } from '../ui/reason/reason-field.tsx'
import { DenseTable, Two } from '../ui/table/dense-table.tsx'
import { showDone } from '../ui/toast/toast.ts'
import { currencyOf } from './money-words.ts'

export type BatchStep = 'show' | 'release' | 'paid'
type BatchDrawerProps = { payout: StaffPayout; step: BatchStep; onClose: () => void }

export function BatchDrawer({ payout, step, onClose }: BatchDrawerProps) {
  const [back, setBack] = useState<StaffWithdrawal>()
  if (back) return <SentBack withdrawal={back} onClose={() => setBack(undefined)} />
  if (step === 'show') return <Contents payout={payout} onClose={onClose} onSentBack={setBack} />
  return <Step payout={payout} step={step} onClose={onClose} />
}

const tones: Record<StaffWithdrawal['status'], BadgeTone> = {
  Pending: 'caution',
  Approved: 'info',
  Paid: 'success',
  Declined: 'warning',
}

/** Who is in a batch, and what became of each. */
function Contents({
  payout,
  onClose,
  onSentBack,
}: {
  payout: StaffPayout
  onClose: () => void
  onSentBack: (withdrawal: StaffWithdrawal) => void
}) {
  const withdrawals = useRead('GET /api/staff/withdrawals', {
    query: { payout: String(payout.number), limit: '500' },
  })
  return (
    <Dialog title={`Batch ${payout.number}`} onClose={onClose}>
      <Loaded query={withdrawals} label="Loading the batch">
        {(found) => (
          <DenseTable
            label={`Batch ${payout.number}`}
            rows={found}
            keyOf={({ id }) => id}
            columns={[
              {
                title: 'Family',
                value: (row) => (
                  <Two small={row.shortId}>
                    <span>{row.familyName ?? 'A'} family</span>
                  </Two>
                ),
              },
              {
                title: 'To',
                value: (row) => (
                  <Two small={row.holder}>
                    <span>{row.bankAccount}</span>
                  </Two>
                ),
              },
              {
                title: 'State',
                value: ({ status }) => (
                  <Badge tone={tones[status]}>{status === 'Approved' ? 'At the bank' : status}</Badge>
                ),
              },
              {
                title: 'Amount',
                isRight: true,
                className: 'num',
                value: ({ amount, currency }) => money(amount, currency),
              },
              {
                title: 'Act',
                isTitleHidden: true,
                isRight: true,
                value: (row) =>
                  row.status !== 'Declined' && (
                    <Button look="borderless" size="small" onClick={() => onSentBack(row)}>
                      It came back<span className="sr"> {row.familyName} family</span>
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Dialog>
  )
}

function SentBack({ withdrawal, onClose }: { withdrawal: StaffWithdrawal; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const sum = money(withdrawal.amount, withdrawal.currency)
  const decline = useAction(async () => {
    await call('POST /api/staff/withdrawals/:withdrawalId/decline', {
      params: { withdrawalId: withdrawal.id },
      body: { reason },
    })
    showDone(`${sum} is credit of the ${withdrawal.familyName ?? withdrawal.shortId} family again.`)
    await refresh()
    onClose()
  })
  return (
    <Drawer
      title="A withdrawal came back"
      lead={`${withdrawal.familyName ?? 'A'} family, ${withdrawal.shortId}`}
      onClose={onClose}
      undo={null}
      submitLabel={`Give ${sum} back to the family`}
      isDanger
      isBusy={decline.isBusy}
      isSubmitOff={reason.trim() === ''}
      onSubmit={() => void decline.run()}
      failure={decline.failure}
    >
      <Effect
        sentences={[
          { text: `${sum} is the family’s credit again. It can ask for it once more, with another account.` },
          { icon: MailIcon, text: 'Everyone who has the account is told, with the reason as you write it.' },
        ]}
      />
      <ReasonField value={reason} onChange={setReason} />
    </Drawer>
  )
}

function Step({
  payout,
  step,
  onClose,
}: {
  payout: StaffPayout
  step: 'release' | 'paid'
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const { number, openCount, amount, region } = payout
  const sum = money(amount, currencyOf(region))
  const params = { payoutNumber: String(number) }
  const act = useAction(async () => {
    if (step === 'release') {
      await call('POST /api/staff/payouts/:payoutNumber/release', { params, body: { reason } })
      showDone(`The release of batch ${number} waits for a second person.`)
    } else {
      const done = await call('POST /api/staff/payouts/:payoutNumber/paid', { params, body: { reason } })
      const held = done.held > 0 ? ` ${done.held} held after a change of contact details.` : ''
      showDone(`${count(done.paidNow, 'withdrawal')} of batch ${number} marked as paid.${held}`)
    }
    await refresh()
    onClose()
  })
  const isRelease = step === 'release'
  return (
    <Drawer
      title={isRelease ? `Ask for the release of batch ${number}` : `Mark batch ${number} as paid`}
      lead={`${count(payout.withdrawalCount, 'withdrawal')}, ${sum}`}
      onClose={onClose}
      undo={isRelease ? 'Can be withdrawn until a second person has decided.' : null}
      submitLabel={isRelease ? 'Ask a second person' : 'Mark as paid'}
      isBusy={act.isBusy}
      isSubmitOff={reason.trim() === ''}
      onSubmit={() => void act.run()}
      failure={act.failure}
    >
      <Effect
        sentences={
          isRelease
            ? [
                { icon: PeopleIcon, text: 'Nothing happens yet: somebody else has to approve it.' },
                { text: 'Then its file can be taken to the bank.' },
              ]
            : [
                {
                  text: `${count(openCount, 'withdrawal')} that nobody has decided on singly count as paid.`,
                },
                { icon: MailIcon, text: 'Their families are told.' },
              ]
        }
      />
      <ReasonField value={reason} onChange={setReason} />
    </Drawer>
  )
}
