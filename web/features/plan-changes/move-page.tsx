import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { EmptyCard } from '../../ui/empty/empty.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { CalendarArt } from '../../ui/spot-art/calendar.tsx'
import { yearIn } from '../plan/year-in-address.ts'
import { BackToSchedule } from './back-to-schedule.tsx'
import { CannotMove } from './move/cannot-move.tsx'
import { ChoosePayment } from './move/choose-payment.tsx'
import { MoveForm } from './move/move-form.tsx'
import { leadOf, titleOf } from './move/move-heading.tsx'
import { moveView, type MoveView } from './move/move-view.ts'
import { useRunningPlan } from './use-flexible.ts'
import '../../ui/card/card.css'
import '../../ui/split/split.css'
import './move/move.css'

export function MovePage({ account }: { account: Account }) {
  const [search] = useSearchParams()
  const request = { due: search.get('due') ?? undefined, year: yearIn(search) }
  const view = moveView(useRunningPlan(account.accountId), request)
  useFocusKept(view.kind)
  return (
    <>
      {/* The title stays while the plan comes, because it has the focus; another payment is another page. */}
      <PageHeader
        key={request.due}
        title={titleOf(view)}
        lead={leadOf(view, account.region)}
        crumb={<BackToSchedule />}
      />
      <Body account={account} view={view} />
    </>
  )
}

function Body({ account, view }: { account: Account; view: MoveView }) {
  switch (view.kind) {
    case 'loading':
      return <Bones />
    case 'none':
      return <NothingToMove isRunning={view.isRunning} />
    case 'choose':
      return <ChoosePayment account={account} {...view} />
    case 'cannot':
      return <CannotMove account={account} {...view} />
    case 'form':
      return <MoveForm key={view.payment.dueOn} account={account} {...view} />
  }
}

/** When the plan turns out to be another and the form goes, what had the focus goes with it. */
function useFocusKept(kind: MoveView['kind']) {
  const before = useRef(kind)
  useEffect(() => {
    const hadForm = before.current === 'form' && kind !== 'form'
    before.current = kind
    if (hadForm && document.activeElement === document.body) document.querySelector('h1')?.focus()
  }, [kind])
}

function Bones() {
  return (
    <Skeleton label="Loading your payments">
      <div className="split">
        <div className="card stack stack--20">
          <Bone width="130px" height={20} />
          <Bone height={320} />
        </div>
        <div className="card stack stack--20">
          <Bone height={180} />
          <Bone height={160} />
          <Bone height={52} />
        </div>
      </div>
    </Skeleton>
  )
}

function NothingToMove({ isRunning }: { isRunning: boolean }) {
  return (
    <EmptyCard
      art={CalendarArt}
      title={isRunning ? 'No payment is left to move' : 'No plan is running now'}
      action={
        <ButtonLink look="secondary" href="/payment-schedule">
          See your payment schedule
        </ButtonLink>
      }
    >
      {isRunning
        ? 'The payments that are left are being collected, or are paid already.'
        : 'Payments can be moved once the first one of a plan is made. Until then you can change the whole plan.'}
    </EmptyCard>
  )
}
