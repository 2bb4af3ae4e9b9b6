import { Link } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { endOf } from '../words.ts'
import { MoveRules } from './move-rules.tsx'
import { movesUsed, startsAgain, usedUpTitle } from './move-words.ts'
import { OtherWays } from './other-ways.tsx'
import type { ViewOf } from './move-view.ts'

type CannotMoveProps = ViewOf<'cannot'> & { account: Account }

/** Why a payment stays where it is, and what can be done instead. */
export function CannotMove(props: CannotMoveProps) {
  const { account, plan, asked: query, payment } = props
  return (
    <div className="split">
      <div className="stack stack--24">
        <Reason {...props} />
        <OtherWays account={account} plan={plan} payment={payment} year={query.year} />
      </div>
      <div className="split__aside">
        <MoveRules plan={plan} payment={payment} />
      </div>
    </div>
  )
}

function Reason({ plan, payment, whyNot, account: { region } }: CannotMoveProps) {
  const { rules, changes } = plan.flexible
  const { planYear } = plan.facts
  if (whyNot === 'Held')
    return (
      <Alert variant="caution" title="Your payments are on hold">
        Nothing is collected at the moment, so there is nothing to move.{' '}
        <Link href="/payment-schedule/help">See what happens next</Link>
      </Alert>
    )
  if (whyNot === 'Blocked')
    return (
      <Alert variant="caution" title="Please contact us first">
        We would like to go through your plan with you.
      </Alert>
    )
  if (whyNot === 'TooLate')
    return (
      <Alert variant="caution" title="This payment is being prepared">
        It could be moved until {endOf(changeableUntil(payment.on, plan.facts.material.calendar))}. We collect
        it on {formatDate(payment.on)}.
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
