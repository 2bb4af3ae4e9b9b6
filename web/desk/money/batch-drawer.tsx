import { useState } from 'react'
import type { StaffWithdrawal } from '#contract/staff-money.ts'
import type { StaffPayout } from '#contract/staff-payouts.ts'
import { familyName } from '#domain/family-name.ts'
import { Badge, type BadgeTone } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { MailIcon } from '../../ui/icon/mail.tsx'
import { useRead } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Effect } from '../ui/effect/effect.tsx'
import { count, money } from '../foundation/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { PeopleIcon } from '../ui/icon/people.tsx'
import { ReasonDrawer } from '../ui/reason/reason-drawer.tsx'
import { DenseTable, Two } from '../ui/table/dense-table.tsx'
import { amountColumn, currencyOf } from './money-words.ts'
import { WithdrawalDrawer, type WithdrawalStep } from './withdrawal-drawer.tsx'

export type BatchStep = 'show' | 'release' | 'paid'
type BatchDrawerProps = { payout: StaffPayout; step: BatchStep; onClose: () => void }

export function BatchDrawer({ payout, step, onClose }: BatchDrawerProps) {
  const [decided, setDecided] = useState<{ withdrawal: StaffWithdrawal; to: WithdrawalStep }>()
  if (decided) return <WithdrawalDrawer {...decided} onClose={() => setDecided(undefined)} />
  if (step === 'show')
    return (
      <Contents
        payout={payout}
        onClose={onClose}
        onDecide={(withdrawal, to) => setDecided({ withdrawal, to })}
      />
    )
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
  onDecide,
}: {
  payout: StaffPayout
  onClose: () => void
  onDecide: (withdrawal: StaffWithdrawal, to: WithdrawalStep) => void
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
                render: (row) => (
                  <Two small={row.shortId}>
                    <span>{familyName(row.familyName)}</span>
                  </Two>
                ),
              },
              {
                title: 'To',
                render: (row) => (
                  <Two small={row.holder}>
                    <span>{row.bankAccount}</span>
                  </Two>
                ),
              },
              {
                title: 'State',
                render: ({ status }) => (
                  <Badge tone={tones[status]}>{status === 'Approved' ? 'At the bank' : status}</Badge>
                ),
              },
              amountColumn,
            ]}
            renderActs={(row) => (
              <span className="row acts">
                {row.status === 'Approved' && payout.releasedAt !== null && (
                  <Button look="borderless" size="small" onClick={() => onDecide(row, 'paid')}>
                    Record as paid<span className="sr"> {familyName(row.familyName)}</span>
                  </Button>
                )}
                {row.status !== 'Declined' && (
                  <Button look="borderless" size="small" onClick={() => onDecide(row, 'back')}>
                    Record return<span className="sr"> {familyName(row.familyName)}</span>
                  </Button>
                )}
              </span>
            )}
          />
        )}
      </Loaded>
    </Dialog>
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
  const { number, openCount, amount, region } = payout
  const sum = money(amount, currencyOf(region))
  const params = { payoutNumber: String(number) }
  const isRelease = step === 'release'
  async function act(reason: string): Promise<string> {
    if (isRelease) {
      await call('POST /api/staff/payouts/:payoutNumber/release', { params, body: { reason } })
      return `The release of batch ${number} is waiting for a second approval.`
    }
    const done = await call('POST /api/staff/payouts/:payoutNumber/paid', { params, body: { reason } })
    const held = done.held > 0 ? ` ${done.held} held after a change of contact details.` : ''
    const said =
      done.paidNow === 0
        ? `Nothing left to mark: every withdrawal in batch ${number} has already been decided.`
        : `${count(done.paidNow, 'withdrawal')} of batch ${number} marked as paid.`
    return `${said}${held}`
  }
  return (
    <ReasonDrawer
      title={isRelease ? `Request release of batch ${number}` : `Mark batch ${number} as paid`}
      lead={`${count(payout.withdrawalCount, 'withdrawal')}, ${sum}`}
      onClose={onClose}
      undo={isRelease ? 'Can be withdrawn until a second person decides.' : null}
      submitLabel={isRelease ? 'Request approval' : 'Mark as paid'}
      act={act}
    >
      <Effect
        sentences={
          isRelease
            ? [
                { icon: PeopleIcon, text: 'Nothing happens until someone else approves it.' },
                'Its bank file can then be downloaded.',
              ]
            : [
                `${count(openCount, 'open withdrawal')} marked as paid.`,
                { icon: MailIcon, text: 'Their families are notified.' },
              ]
        }
      />
    </ReasonDrawer>
  )
}
