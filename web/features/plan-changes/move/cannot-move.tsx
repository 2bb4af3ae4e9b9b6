import type { MoveAnswer } from '#domain/plan/changes/move.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { PageHeader } from '../../../ui/page-header/page-header.tsx'
import { weekdayAndDay } from '../../payment-schedule/day-words.ts'
import { BackToSchedule } from '../back-to-schedule.tsx'
import { endOf, moneyOf } from '../words.ts'
import { MoveRules } from './move-rules.tsx'
import { movesUsed, startsAgain, usedUpTitle } from './move-words.ts'
import { OtherWays } from './other-ways.tsx'
import './move.css'
import type { MoveProps, PaymentToMove } from './payment-to-move.ts'

type WhyNot = Extract<MoveAnswer, { whyNot: string }>['whyNot']

export type CannotMoveProps = MoveProps & { payment: PaymentToMove; whyNot: WhyNot }

const titles: Record<WhyNot, string> = {
  TooLate: 'It is too late to move this payment',
  NoMovesLeft: 'Move this payment',
  NoDay: 'This payment cannot be moved',
}

/** Why a payment stays where it is, and what can be done instead. */
export function CannotMove(props: CannotMoveProps) {
  const { account, plan, asked, payment, whyNot } = props
  return (
    <>
      <PageHeader
        title={titles[whyNot]}
        lead={
          <>
            Your payment of <strong className="num">{moneyOf(payment.amount, account.region)}</strong> is due
            on {weekdayAndDay(payment.on)} {payment.on.slice(0, 4)}.
          </>
        }
        crumb={<BackToSchedule year={asked.year} />}
      />
      <div className="split">
        <div className="stack move__column">
          <Reason {...props} />
          <OtherWays account={account} plan={plan} payment={payment} year={asked.year} />
        </div>
        <div className="split__aside">
          <MoveRules plan={plan} payment={payment} />
        </div>
      </div>
    </>
  )
}

function Reason({ plan, payment, whyNot, account: { region } }: CannotMoveProps) {
  const { rules, changes } = plan.flexible
  const { planYear } = plan.facts
  if (whyNot === 'TooLate')
    return (
      <Alert variant="caution" title="This payment is being prepared">
        It could be moved until {endOf(changeableUntil(payment.on, region))}. We collect it on{' '}
        {formatDate(payment.on)}.
      </Alert>
    )
  if (whyNot === 'NoDay')
    return (
      <Alert variant="caution" title="There is no later day for it">
        A payment is collected within {rules.mostDaysLater} days of its planned day, not after the payment
        that follows it, and only on days on which banks are open.
      </Alert>
    )
  if (rules.movesPerYear === 0)
    return (
      <Alert variant="caution" title="Moving payments is not offered">
        {plan.facts.material.enrolments[0]?.institutionName ?? 'Your school'} does not offer this.
      </Alert>
    )
  return (
    <Alert variant="caution" title={usedUpTitle(rules, { planYear, region })}>
      {movesUsed(changes)} {startsAgain({ planYear, region })}
    </Alert>
  )
}
