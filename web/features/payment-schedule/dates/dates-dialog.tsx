import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { Modal } from '../../../ui/modal/modal.tsx'
import { DateList } from './date-list.tsx'
import { Subscription } from './subscription.tsx'
import './payment-dates.css'

export type PaymentDatesProps = {
  account: Account
  plan: PaymentPlan
  /** Of a plan that is only tried out there is a file to download, but no feed to subscribe to. */
  isSaved: boolean
}

type DatesDialogProps = PaymentDatesProps & { isOpen: boolean; onHide: () => void }

type View = 'dates' | 'subscription'

/** Two views: the dates, and how a calendar shows them by itself. */
export function DatesDialog({ account, plan, isSaved, isOpen, onHide }: DatesDialogProps) {
  const [{ view, hasTurned }, set] = useState<{ view: View; hasTurned: boolean }>({
    view: 'dates',
    hasTurned: false,
  })
  const turnTo = (next: View) => set({ view: next, hasTurned: true })
  const isSubscribing = view === 'subscription'
  return (
    <Modal
      isOpen={isOpen}
      onHide={onHide}
      title={
        isSubscribing
          ? 'Subscribe in your calendar'
          : `Payment dates ${tuitionYearName(plan.planYear, account.region)}`
      }
      confirmLabel="Done"
      hasCancel={false}
      onBack={isSubscribing ? () => turnTo('dates') : undefined}
    >
      <Content key={view} takesFocus={hasTurned}>
        {isSubscribing ? (
          <Subscription accountId={account.accountId} />
        ) : (
          <DateList
            account={account}
            plan={plan}
            onSubscribe={isSaved ? () => turnTo('subscription') : undefined}
          />
        )}
      </Content>
    </Modal>
  )
}

/** Whatever was pressed to turn to this view is gone with the view it stood in. */
function Content({ takesFocus, children }: { takesFocus: boolean; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (takesFocus) content.current?.focus()
  }, [takesFocus])
  return (
    <div className="dates stack stack--start" tabIndex={-1} ref={content}>
      {children}
    </div>
  )
}
