import { useState } from 'react'
import { Link } from 'wouter'
import type { StaffPayout } from '#contract/staff-payouts.ts'
import type { Region } from '#domain/region.ts'
import { Badge, type BadgeTone } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { usePerson } from '../foundation/session.ts'
import { FileButton } from '../ui/file/file-button.tsx'
import { money, moment } from '../foundation/format.ts'
import { DenseTable, RowName } from '../ui/table/dense-table.tsx'
import { BatchDrawer, type BatchStep } from './batch-drawer.tsx'
import { currencyOf, inWords } from './money-words.ts'

type Opened = { payout: StaffPayout; step: BatchStep }

/** The files for the bank, newest first, each with its next step. */
export function Batches({ payouts, region }: { payouts: readonly StaffPayout[]; region: Region }) {
  const [opened, setOpened] = useState<Opened>()
  const { email } = usePerson()
  if (payouts.length === 0)
    return <p className="money-section muted">No batches for {inWords[region]} yet.</p>
  const by = (author: string) => (author === email ? 'You' : author.split('@')[0])
  return (
    <>
      <DenseTable
        label="Batches"
        rows={payouts}
        keyOf={({ number }) => String(number)}
        columns={[
          {
            title: 'Batch',
            render: (payout) => (
              <RowName className="num" onClick={() => setOpened({ payout, step: 'show' })}>
                {payout.number}
                <span className="sr"> show its withdrawals</span>
              </RowName>
            ),
          },
          {
            title: 'Made',
            className: 'muted',
            render: ({ createdAt, createdBy, region }) => `${moment(createdAt, region)} · ${by(createdBy)}`,
          },
          { title: 'Withdrawals', className: 'num', render: ({ withdrawalCount }) => withdrawalCount },
          { title: 'State', render: (payout) => <State payout={payout} /> },
          {
            title: 'Amount',
            isRight: true,
            className: 'num',
            render: ({ amount, region }) => money(amount, currencyOf(region)),
          },
        ]}
        renderActs={(payout) => (
          <Acts
            payout={payout}
            onStep={(step) => setOpened({ payout, step })}
            isOwn={by(payout.releaseAskedBy?.email ?? '') === 'You'}
          />
        )}
      />
      {opened && <BatchDrawer {...opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function stateOf(payout: StaffPayout): { text: string; tone: BadgeTone } {
  const { openCount, paidCount, declinedCount } = payout
  if (payout.releaseAskedBy) return { text: 'Waiting for a second approval', tone: 'caution' }
  if (payout.releasedAt === null) return { text: 'Not released', tone: 'caution' }
  if (openCount > 0) return { text: 'At the bank', tone: 'info' }
  if (declinedCount === 0) return { text: 'Paid', tone: 'success' }
  return paidCount === 0
    ? { text: 'Sent back', tone: 'warning' }
    : { text: `Paid ${paidCount}, sent back ${declinedCount}`, tone: 'caution' }
}

function State({ payout }: { payout: StaffPayout }) {
  const { text, tone } = stateOf(payout)
  return <Badge tone={tone}>{text}</Badge>
}

function Acts({
  payout,
  isOwn,
  onStep,
}: {
  payout: StaffPayout
  isOwn: boolean
  onStep: (step: BatchStep) => void
}) {
  const { number, region, releasedAt, releaseAskedBy, openCount } = payout
  if (releaseAskedBy)
    return (
      <Link className="btn btn--secondary btn--small" href={`/approvals/${releaseAskedBy.approvalId}`}>
        {isOwn ? 'Your request' : 'View'}
      </Link>
    )
  if (releasedAt === null)
    return (
      <Button look="secondary" size="small" onClick={() => onStep('release')}>
        Request release<span className="sr"> of batch {number}</span>
      </Button>
    )
  return (
    <span className="row acts">
      <FileButton
        call="GET /api/staff/payouts/:payoutNumber/file"
        request={{ params: { payoutNumber: String(number) } }}
        label={region === 'AU' ? 'ABA' : 'CSV'}
        of={`batch ${number}`}
      />
      {openCount > 0 && (
        <Button look="secondary" size="small" onClick={() => onStep('paid')}>
          Mark as paid<span className="sr"> batch {number}</span>
        </Button>
      )}
    </span>
  )
}
