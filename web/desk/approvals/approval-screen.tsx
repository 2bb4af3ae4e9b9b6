import { useState } from 'react'
import { Link } from 'wouter'
import type { ApprovalPage } from '#contract/staff-approvals.ts'
import type { ApprovalKind } from '#domain/approvals.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Badge, type BadgeTone } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { UndoIcon } from '../../ui/icon/undo.tsx'
import { WarningIcon } from '../../ui/icon/warning.tsx'
import { useShortcuts } from '../foundation/shortcuts.ts'
import { Effect } from '../ui/effect/effect.tsx'
import { Facts } from '../ui/facts/facts.tsx'
import { moment, money } from '../foundation/format.ts'
import { Kbd } from '../ui/keys/keys.tsx'
import { Page } from '../ui/page/page.tsx'
import { Place } from '../reviews/place.tsx'
import { useGoOn } from '../reviews/use-go-on.ts'
import { ApprovalForm } from './approval-form.tsx'
import { useApproving } from './use-approving.ts'
import '../ui/quote/quote.css'
import '../reviews/reviews.css'

const kinds: Record<ApprovalKind, string> = {
  PayoutAccount: 'Payout bank account',
  Withdrawal: 'Withdrawal',
  WithdrawalReturn: 'Withdrawal sent back by the bank',
  PayoutRelease: 'Payout to the bank',
  RemittanceRelease: 'Remittances to schools',
  Refund: 'Refund',
  OfflinePayment: 'Cash or cheque',
  OfflineReversal: 'Reversal of a recorded payment',
  Adjustment: 'Balance adjustment',
  SurchargeRate: 'Surcharge rate',
  DisputeLoss: 'Dispute loss',
  CustomerErasure: 'Deletion of personal data',
}

const statuses: Record<ApprovalPage['status'], { tone: BadgeTone; text: string }> = {
  Open: { tone: 'caution', text: 'Waiting for a second approval' },
  Approved: { tone: 'success', text: 'Approved' },
  Declined: { tone: 'error', text: 'Declined' },
  Withdrawn: { tone: 'neutral', text: 'Withdrawn' },
}

/** What will happen, who asked for it and why; or how it was decided. */
export function ApprovalScreen({ approval }: { approval: ApprovalPage }) {
  const [wasOpen] = useState(approval.status === 'Open')
  const { goTo, goOn } = useGoOn('/approvals', approval.place)
  const approving = useApproving(approval, goOn)
  const isOpen = approval.status === 'Open'
  const isTaken = wasOpen && !isOpen && !approving.isDone
  useShortcuts([{ keys: 'n', label: 'Next request', run: goOn }])
  const status = statuses[approval.status]
  return (
    <Page
      title={approval.summary}
      crumbs={[{ name: 'Today', href: '/' }, { name: 'Second approvals' }, { name: kinds[approval.kind] }]}
      badges={
        <>
          <Badge tone="info" isPlain>
            {kinds[approval.kind]}
          </Badge>
          <Badge tone={status.tone}>{status.text}</Badge>
        </>
      }
      lead={
        approval.accountId === null ? (
          'For the whole company'
        ) : (
          <span className="num">
            <Link href={`/families/${approval.accountId}`}>{approval.shortId}</Link> · {approval.familyName}{' '}
            family · {approval.schoolName}
          </span>
        )
      }
      actions={<Place review={{ place: approval.place, status: isOpen ? 'Open' : 'Approved' }} onGo={goTo} />}
    >
      {isTaken && <Taken approval={approval} written={approving.reason.trim()} onNext={goOn} />}
      <div className="duo review-duo">
        <div className="pile">
          <Asked approval={approval} />
          <Card title="What happens once it is approved">
            <WhatHappens approval={approval} />
          </Card>
        </div>
        <aside className="pile duo__aside--stick" aria-label="Decision">
          {isOpen ? (
            <ApprovalForm approval={approval} approving={approving} onSkip={goOn} />
          ) : (
            <Decided approval={approval} />
          )}
        </aside>
      </div>
    </Page>
  )
}

function Asked({ approval }: { approval: ApprovalPage }) {
  const { amount, currency } = approval
  return (
    <Card title="Requested" aside={<time className="xs muted">{moment(approval.requestedAt)}</time>}>
      <Facts
        facts={[
          ['By', approval.isOwn ? `${approval.requestedByName}, you` : approval.requestedByName],
          ['Amount', amount !== null && currency !== null && money(amount, currency)],
          [
            'About',
            approval.reviewId !== null && (
              <Link key="review" href={`/reviews/${approval.reviewId}`}>
                What was checked
              </Link>
            ),
          ],
        ]}
      />
      <p className="quote">{approval.reason}</p>
    </Card>
  )
}

function WhatHappens({ approval }: { approval: ApprovalPage }) {
  const { balance, currency } = approval
  return (
    <div className="decision">
      <Effect
        rows={
          balance && currency
            ? [
                {
                  label: 'Balance of the family',
                  now: money(balance.now, currency),
                  after: money(balance.after, currency),
                },
              ]
            : []
        }
        sentences={[...approval.effects, 'Recorded under both names']}
      />
      {approval.words !== null && (
        <p>
          The family reads: <q>{approval.words}</q>
        </p>
      )}
      <span className={approval.undo.startsWith('Cannot') ? 'undo undo--never' : 'undo'}>
        {approval.undo.startsWith('Cannot') ? <WarningIcon size="small" /> : <UndoIcon size="small" />}
        {approval.undo}.
      </span>
    </div>
  )
}

function Decided({ approval }: { approval: ApprovalPage }) {
  const { text, tone } = statuses[approval.status]
  return (
    <Card title="Decision" aside={<Badge tone={tone}>{text}</Badge>}>
      <Facts
        facts={[
          [
            'By',
            `${approval.decidedByName ?? ''}, ${approval.decidedAt === null ? '' : moment(approval.decidedAt)}`,
          ],
          ['Reason', approval.decisionReason ? `“${approval.decisionReason}”` : 'None'],
        ]}
      />
    </Card>
  )
}

type TakenProps = { approval: ApprovalPage; written: string; onNext: () => void }

function Taken({ approval, written, onNext }: TakenProps) {
  return (
    <Alert
      variant="warning"
      title={`${approval.decidedByName ?? 'Someone'} ${approval.status.toLowerCase()} this while you were viewing it.`}
      action={
        <Button look="secondary" size="small" onClick={onNext}>
          Next request <Kbd>N</Kbd>
        </Button>
      }
    >
      Your decision was not saved.{written !== '' && ` You wrote: “${written}”.`}
    </Alert>
  )
}
