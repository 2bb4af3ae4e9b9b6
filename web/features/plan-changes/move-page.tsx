import { Link, useSearchParams } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import { daysOfPayment } from '#domain/plan/changes/move.ts'
import { buttonClass } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/empty/empty.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { CalendarArt } from '../../ui/spot-art/calendar.tsx'
import { yearIn } from '../payment-schedule/year-in-address.ts'
import { BackToSchedule } from './back-to-schedule.tsx'
import { CannotMove } from './move/cannot-move.tsx'
import { ChoosePayment } from './move/choose-payment.tsx'
import { paymentToMove, type MoveProps } from './move/payment-to-move.ts'
import { MoveForm } from './move/move-form.tsx'
import { moveFacts } from './plan-facts.ts'
import { useRunningPlan } from './use-flexible.ts'
import '../../ui/card/card.css'
import '../../ui/split/split.css'

export function MovePage({ account }: { account: Account }) {
  const [search] = useSearchParams()
  const asked = { due: search.get('due') ?? undefined, year: yearIn(search) }
  const plan = useRunningPlan(account.accountId, asked.year)
  if (plan === undefined) return <Loading />
  if (plan === null || plan.flexible.coming.length === 0) return <NothingToMove isRunning={plan !== null} />
  return <Move account={account} plan={plan} asked={asked} />
}

function Move({ account, plan, asked }: MoveProps) {
  const payment = paymentToMove(plan, asked)
  if (payment === undefined) return <ChoosePayment account={account} plan={plan} asked={asked} />
  const answer = daysOfPayment(moveFacts(plan), payment.dueOn)
  const shown = { account, plan, asked, payment }
  // Another payment is another choice.
  if ('whyNot' in answer) return <CannotMove key={payment.dueOn} {...shown} whyNot={answer.whyNot} />
  return <MoveForm key={payment.dueOn} {...shown} days={answer.days} />
}

function Loading() {
  return (
    <>
      <PageHeader title="Move this payment" crumb={<BackToSchedule year={undefined} />} />
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
    </>
  )
}

function NothingToMove({ isRunning }: { isRunning: boolean }) {
  return (
    <>
      <PageHeader title="Move a payment" crumb={<BackToSchedule year={undefined} />} />
      <div className="card">
        <Empty
          art={CalendarArt}
          title={isRunning ? 'No payment is left to move' : 'No plan is running now'}
          action={
            <Link className={buttonClass({ look: 'secondary' })} href="/payment-schedule">
              <span>See your payment schedule</span>
            </Link>
          }
        >
          {isRunning
            ? 'The payments that are left are being collected, or are paid already.'
            : 'Payments can be moved once the first one of a plan is made. Until then you can change the whole plan.'}
        </Empty>
      </div>
    </>
  )
}
