import { Link } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import type { PlanChange } from '#contract/plan-changes.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { answerBy, type WhyNotSkip } from '#domain/plan/changes/skip-rules.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { bankCalendarOf } from '../../plan/bank-calendar.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ButtonLink } from '../../../ui/button/button-link.tsx'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { weekdayAndDay } from '../../plan/day-words.ts'
import type { RunningPlan } from '../use-flexible.ts'
import { endOf, moneyOf, paymentsText } from '../words.ts'
import { useWithdraw } from './use-skip.ts'
import '../../../ui/card/card.css'
import './skip.css'

export type WhyBlocked = WhyNotSkip | 'NoPlan' | 'TooLate'

type SkipBlockedProps = { account: Account; plan: RunningPlan | null; why: WhyBlocked }

/** Nothing can be skipped now: why, and what else there is. */
export function SkipBlocked({ account, plan, why }: SkipBlockedProps) {
  const change = plan?.flexible.changes.find(({ status }) => status === 'Asked')
  if (why === 'Asked' && change?.details.kind === 'Skip')
    return (
      <RequestedSkip
        account={account}
        asked={change}
        skipped={change.details.skipped}
        today={plan?.facts.offer.today}
      />
    )
  const year = plan ? tuitionYearName(plan.facts.planYear, account.region) : ''
  const { title, text } = wordsOf(year)[why] ?? unanswered
  return (
    <section className="card stack skipping__blocked">
      <h2>{title}</h2>
      <p>{text}</p>
      {why === 'Arrears' && (
        <div>
          <ButtonLink href="/pay-now">Pay now</ButtonLink>
        </div>
      )}
      <OtherWays plan={plan} />
    </section>
  )
}

type Words = { title: string; text: string }

const unanswered: Words = {
  title: 'We have not answered you yet',
  text: 'You have asked us for a change of this plan. Until you have our answer, nothing else can be skipped.',
}

const wordsOf = (year: string): Partial<Record<WhyBlocked, Words>> => ({
  NoPlan: {
    title: 'No plan is running',
    text: 'Payments can be skipped once a plan runs and its first payment is made.',
  },
  Blocked: {
    title: 'Please contact us first',
    text: 'We would like to go through your plan with you before it changes.',
  },
  Arrears: {
    title: 'A payment is overdue',
    text: 'Please pay it first. After that you can skip payments that are still to come.',
  },
  Held: {
    title: 'Your payments are on hold',
    text: 'Nothing is collected at the moment, so there is nothing to skip.',
  },
  Temporary: {
    title: 'You have a temporary plan',
    text: 'Its payments are as we agreed. Please tell us if you need something else.',
  },
  NotAllowed: { title: 'Your school does not offer this', text: 'Its families cannot skip payments.' },
  NoSkipsLeft: {
    title: `You have used your skips for ${year}`,
    text: 'Your school lets you skip no more payments in this school year.',
  },
  TooLate: {
    title: 'It is too late to skip a payment',
    text: 'All that is left of this plan is about to be collected.',
  },
})

function OtherWays({ plan }: { plan: RunningPlan | null }) {
  return (
    <ul className="stack stack--10">
      {plan && plan.flexible.movesLeft > 0 && (
        <li>
          <Link href="/payment-schedule/move">Move a payment</Link>
        </li>
      )}
      {plan?.flexible.rules.mayPayExtra && (
        <li>
          <Link href="/payment-schedule/extra">Pay extra</Link>
        </li>
      )}
      {plan && (
        <li>
          <Link href="/payment-schedule/help">I am finding it hard to pay</Link>
        </li>
      )}
      <li>
        <Link href="/payment-schedule">See your payment schedule</Link>
      </li>
    </ul>
  )
}

type RequestedSkipProps = {
  account: Account
  asked: PlanChange
  skipped: readonly { dueOn: string; on: string; amount: number }[]
  today: CalendarDate | undefined
}

/** What the family has asked for, until when it is answered, and the way to take it back. */
function RequestedSkip({
  account: { accountId, region },
  asked: request,
  skipped,
  today,
}: RequestedSkipProps) {
  const { isBusy, problem, withdraw } = useWithdraw(accountId)
  const answer = answerBy(dateIn(region, new Date(request.madeAt)), bankCalendarOf(region))
  const isLate = today !== undefined && answer < today
  return (
    <section className="card stack skipping__blocked" aria-labelledby="asked">
      <h2 id="asked">You have asked to skip {paymentsText(skipped.length)}</h2>
      <p>
        {isLate
          ? 'You should have our answer by now. We are sorry, and are looking at it. Until then nothing changes.'
          : `One of us looks at it: you have our answer by ${endOf(answer)}. Until then nothing changes.`}
      </p>
      <dl className="dl">
        {skipped.map(({ dueOn, on, amount }) => (
          <Fact key={dueOn} name={weekdayAndDay(on)}>
            {moneyOf(amount, region)}
          </Fact>
        ))}
      </dl>
      {problem && <Alert variant="error">{problem}</Alert>}
      <div className="row">
        <Button look="secondary" isBusy={isBusy} onClick={() => withdraw(request.id)}>
          Withdraw the request
        </Button>
        <ButtonLink look="borderless" href="/payment-schedule">
          See your payment schedule
        </ButtonLink>
      </div>
    </section>
  )
}
