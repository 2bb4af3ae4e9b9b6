import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import { minimumInstalmentCents } from '#domain/plan/payment-schedule.ts'
import { withSkipped } from '#domain/plan/changes/skip.ts'
import { Card } from '../../../ui/card/card.tsx'
import { Act, Acts } from '../../../ui/acts/acts.tsx'
import { CardIcon } from '../../../ui/icon/card.tsx'
import { HeartIcon } from '../../../ui/icon/heart.tsx'
import { PauseIcon } from '../../../ui/icon/pause.tsx'
import { WalletIcon } from '../../../ui/icon/wallet.tsx'
import { dayAndMonth } from '../../plan/day-words.ts'
import { payingSourceQuery } from '../../plan/paying-source-query.ts'
import { changeAddress } from '../addresses.ts'
import { arrivalOf, scopeOf } from '../extra/extra-preview.ts'
import { onlyThisWords } from '../method/method-words.ts'
import { comingOf } from '../plan-facts.ts'
import type { RunningPlan } from '../use-flexible.ts'
import { moneyOf, numberWord } from '../words.ts'
import type { PaymentToMove } from './move-view.ts'

type OtherWaysProps = {
  account: Account
  plan: RunningPlan
  payment: PaymentToMove
  year: number | undefined
}

/** What helps a family that cannot move a payment. */
export function OtherWays({ account, plan, payment, year }: OtherWaysProps) {
  const { data: source } = useQuery(payingSourceQuery(account.accountId))
  const { rules, whyNot } = plan.flexible
  const skip = skipWords(plan, payment)
  return (
    <Card title="What you can do instead">
      <Acts>
        {account.config.allowRepaymentSourceUpdates && whyNot !== 'Held' && isOpen(plan, payment) && (
          <Act
            icon={CardIcon}
            tint="blue"
            title="Pay it from another method"
            href={changeAddress('method', { year, due: payment.dueOn })}
          >
            {onlyThisWords(source?.displayName)}
          </Act>
        )}
        {rules.mayPayExtra && whyNot === null && <PayPart plan={plan} payment={payment} year={year} />}
        {skip !== undefined && (
          <Act
            icon={PauseIcon}
            tint="gold"
            title="Skip this payment"
            href={changeAddress('skip', { year, due: payment.dueOn })}
          >
            {skip}
          </Act>
        )}
        <Act
          icon={HeartIcon}
          tint="pink"
          title="I am finding it hard to pay"
          href={changeAddress('help', { year })}
        >
          Tell us what changed. We stop collecting while we look for a way together.
        </Act>
      </Acts>
    </Card>
  )
}

/** Until its cut-off a payment can be changed. */
function isOpen(plan: RunningPlan, { dueOn, on }: PaymentToMove): boolean {
  const { offer, material } = plan.facts
  return (
    offer.today <= changeableUntil(on, material.calendar) &&
    comingOf(plan).some((each) => each.dueOn === dueOn)
  )
}

/** A part of the next payment makes that lower. A part of a later one cannot be told from the rest of the plan. */
function PayPart({ plan, payment, year }: Omit<OtherWaysProps, 'account'>) {
  const { offer, material } = plan.facts
  const { region, calendar } = material
  const { most } = scopeOf(plan, offer.today)
  const from = `Any amount from ${moneyOf(Math.min(minimumInstalmentCents, most), region)}.`
  const next = comingOf(plan).find((each) => isOpen(plan, each))
  const isNext = next?.dueOn === payment.dueOn
  // The money of a debit is some days on its way.
  const isInTime = arrivalOf(offer.today, calendar) <= changeableUntil(payment.on, calendar)
  return (
    <Act
      icon={WalletIcon}
      title="Pay a part today"
      href={changeAddress('extra', { year, ...(isNext && { outcome: 'Next' }) })}
    >
      {from}{' '}
      {isNext
        ? `We collect only what is left on ${dayAndMonth(payment.on)}${isInTime ? '' : ' if you pay by card'}.`
        : 'You see what the rest becomes before you pay.'}
    </Act>
  )
}

/** What becomes of the payment's amount if it is skipped; undefined where it cannot be. */
function skipWords(plan: RunningPlan, payment: PaymentToMove): string | undefined {
  const { dueOn, amount } = payment
  const { flexible, facts } = plan
  const { region, calendar } = facts.material
  const { rules, whyNot, skipsLeft } = flexible
  const coming = comingOf(plan)
  const isOffered = isOpen(plan, payment) && whyNot === null
  if (!isOffered || rules.mostSkipped === 0 || (skipsLeft === 0 && !rules.reviewsMoreSkips)) return undefined
  const answer = withSkipped({
    coming,
    skipped: [dueOn],
    outcome: 'Spread',
    rhythm: flexible.rhythm as Parameters<typeof withSkipped>[0]['rhythm'],
    calendar,
    lastDay: flexible.lastDay as CalendarDate,
  })
  if ('whyNot' in answer) return undefined
  const following = coming.filter((each) => each.dueOn > dueOn)
  const [first, ...others] = following
  const its =
    skipsLeft > 0
      ? `Its ${moneyOf(amount, region)} is`
      : `One of us looks at it first. Its ${moneyOf(amount, region)} would be`
  if (first && others.length === 0) return `${its} added to the payment of ${dayAndMonth(first.on)}.`
  return `${its} spread over the ${numberWord(following.length)} payments that follow.`
}
