import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import { withSkipped } from '#domain/plan/changes/skip.ts'
import { Act, Acts } from '../../../ui/acts/acts.tsx'
import { CardIcon } from '../../../ui/icon/card.tsx'
import { HeartIcon } from '../../../ui/icon/heart.tsx'
import { PauseIcon } from '../../../ui/icon/pause.tsx'
import { WalletIcon } from '../../../ui/icon/wallet.tsx'
import { dayAndMonth } from '../../plan/day-words.ts'
import { payingSourceQuery } from '../../plan/paying-source-query.ts'
import { changeAddress } from '../addresses.ts'
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
    <section className="card" aria-labelledby="other-ways">
      <div className="card__head">
        <h2 id="other-ways">What you can do instead</h2>
      </div>
      <Acts>
        {account.config.allowRepaymentSourceUpdates && (
          <Act icon={CardIcon} tint="blue" title="Pay it from another method" href="/manage-payments">
            {source
              ? `Your payments are taken from ${source.displayName}. You can choose another one.`
              : 'Choose what your payments are taken from.'}
          </Act>
        )}
        {rules.mayPayExtra && whyNot === null && (
          <Act icon={WalletIcon} title="Pay a part today" href={changeAddress('extra', { year })}>
            Any amount. You see what the rest becomes before you pay.
          </Act>
        )}
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
    </section>
  )
}

/** What becomes of the payment's amount if it is skipped; undefined where it cannot be. */
function skipWords(plan: RunningPlan, { dueOn, on, amount }: PaymentToMove): string | undefined {
  const { flexible, facts } = plan
  const { region } = facts.material
  const { rules, whyNot, skipsLeft } = flexible
  const coming = comingOf(plan)
  const isOpen =
    facts.offer.today <= changeableUntil(on, region) && coming.some((each) => each.dueOn === dueOn)
  if (whyNot !== null || !isOpen || rules.mostSkipped === 0 || (skipsLeft === 0 && !rules.reviewsMoreSkips))
    return undefined
  const answer = withSkipped({
    coming,
    skipped: [dueOn],
    outcome: 'Spread',
    rhythm: flexible.rhythm as Parameters<typeof withSkipped>[0]['rhythm'],
    region,
    lastDay: flexible.lastDay as CalendarDate,
  })
  if ('whyNot' in answer) return undefined
  const following = coming.filter((each) => each.dueOn > dueOn)
  const [first, ...others] = following
  const its = `Its ${moneyOf(amount, region)} is`
  if (first && others.length === 0) return `${its} added to the payment of ${dayAndMonth(first.on)}.`
  return `${its} spread over the ${numberWord(following.length)} payments that follow.`
}
