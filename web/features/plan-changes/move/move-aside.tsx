import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import { type CalendarDate } from '#domain/calendar/calendar.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { PanelArt } from '../../../ui/panel/panel-art.tsx'
import { PhoneOrEmail } from '../../../support/phone-or-email.tsx'
import { Swap } from '../../../ui/swap/swap.tsx'
import { dayAndMonth, weekdayAndDay } from '../../plan/day-words.ts'
import { payingSourceQuery } from '../../plan/paying-source-query.ts'
import { comingOf } from '../plan-facts.ts'
import type { RunningPlan } from '../use-flexible.ts'
import { capitalised, endOf, moneyOf, numberWord } from '../words.ts'
import { daysLater } from './move-words.ts'
import { otherPayments } from './other-payments.ts'
import type { PaymentToMove } from './move-view.ts'
import { Track } from './track.tsx'
import type { MoveOutcome } from './use-move.ts'

type MoveAsideProps = {
  account: Account
  plan: RunningPlan
  payment: PaymentToMove
  chosen: CalendarDate | undefined
  isBusy: boolean
  outcome: MoveOutcome | undefined
  onMove: () => void
}

/** What the chosen day comes to, and the button that makes it so. */
export function MoveAside(props: MoveAsideProps) {
  const { plan, payment, chosen, isBusy, outcome, onMove } = props
  const button = chosen === undefined ? 'Move this payment' : `Move to ${weekdayAndDay(chosen)}`
  return (
    <section className="card card--flush split__aside" aria-labelledby="moves-to">
      <div className="card panel move__panel panel--flush">
        <PanelArt />
        <h2 id="moves-to" className="eyebrow">
          This payment moves to
        </h2>
        <div aria-live="polite">
          <p className="move__day">{chosen === undefined ? 'Choose a day' : weekdayAndDay(chosen)}</p>
          {chosen !== undefined && <p className="muted">{daysLater(payment.on, chosen)} later</p>}
        </div>
        <Track plan={plan} payment={payment} chosen={chosen} />
      </div>
      <div className="move__facts">
        <Facts {...props} />
        {chosen !== undefined && <SameDay plan={plan} payment={payment} chosen={chosen} />}
        <div className="move__send stack stack--12">
          {outcome && <Failure outcome={outcome} payment={payment} />}
          <Button size="large" isBlock isBusy={isBusy} onClick={onMove}>
            {outcome && outcome.kind !== 'refused' ? 'Try again' : button}
          </Button>
          <p className="xs muted center">
            Only this payment moves. You can undo it until{' '}
            {endOf(changeableUntil(payment.on, plan.facts.material.calendar))}.
          </p>
        </div>
      </div>
    </section>
  )
}

function Facts({ account, plan, payment, chosen }: MoveAsideProps) {
  const { data: source } = useQuery(payingSourceQuery(account.accountId))
  const last = comingOf(plan).at(-1)
  return (
    <dl className="dl">
      <Fact name="Amount">{moneyOf(payment.amount, account.region)}, unchanged</Fact>
      {source !== undefined && (
        <Fact name="From">{payment.method ?? source?.displayName ?? 'No payment method yet'}</Fact>
      )}
      {last && (
        <Fact name="Last payment">
          {last.dueOn === payment.dueOn && chosen !== undefined ? (
            <Swap before={dayAndMonth(last.on)} after={dayAndMonth(chosen)} />
          ) : (
            `${dayAndMonth(last.on)}, unchanged`
          )}
        </Fact>
      )}
      <Fact name="Fee">{plan.flexible.texts.move.fee}</Fact>
    </dl>
  )
}

/** It is allowed, but nobody should find out from the bank. */
function SameDay({
  plan,
  payment,
  chosen,
}: Pick<MoveAsideProps, 'plan' | 'payment'> & { chosen: CalendarDate }) {
  const others = otherPayments(plan, payment).filter(({ on }) => on === chosen)
  if (others.length === 0) return null
  const total = others.reduce((sum, { amount }) => sum + amount, payment.amount as number)
  return (
    <div className="move__both">
      <Alert variant="info">
        {capitalised(numberWord(others.length + 1))} payments leave that day,{' '}
        {moneyOf(total, plan.facts.material.region)} in all.
      </Alert>
    </div>
  )
}

function Failure({ outcome, payment }: { outcome: MoveOutcome; payment: PaymentToMove }) {
  if (outcome.kind === 'unknown')
    return (
      <Alert variant="error" title="We do not know whether it moved">
        We could not reach our servers. Please try again: it moves only once.
      </Alert>
    )
  return (
    <Alert variant="error" title="We could not move it. Nothing has changed.">
      {outcome.kind === 'refused' ? (
        outcome.msg
      ) : (
        <>
          The payment is still due on {weekdayAndDay(payment.on)}. Please try again. If it fails once more,
          call <PhoneOrEmail />.
        </>
      )}
    </Alert>
  )
}
