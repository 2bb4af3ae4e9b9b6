import type { Account } from '#contract/accounts.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { FlexiblePlan } from '#contract/plan-changes.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import { Card } from '../../../ui/card/card.tsx'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { PaymentDots } from '../../../ui/payment-dots/payment-dots.tsx'
import { Swap } from '../../../ui/swap/swap.tsx'
import { moneyOf } from '../../plan-changes/words.ts'
import { PaymentDates } from '../dates/payment-dates.tsx'
import { AnnualBreakdown } from '../estimate/annual-breakdown.tsx'
import type { SkipDetails } from './skip-words.ts'

type YearSoFarProps = { account: Account; plan: PaymentPlan; flexible: FlexiblePlan }

export function YearSoFar({ account, plan, flexible }: YearSoFarProps) {
  const { region } = account
  const { payments, repaymentsMade } = plan
  return (
    <Card title="The year so far" className="payments">
      <PaymentDots dots={payments} region={region} />
      <dl className="dl">
        <Fact name="Payments made">
          {repaymentsMade} of {payments.length}
        </Fact>
        <Fact name="Paid so far">{moneyOf(flexible.paid, region)}</Fact>
        <Fact name="Left to pay">{moneyOf(flexible.left, region)}</Fact>
        <EachPayment account={account} plan={plan} flexible={flexible} />
        <LastPayment account={account} plan={plan} flexible={flexible} />
      </dl>
      <PaymentDates account={account} plan={plan} isSaved />
      <AnnualBreakdown plan={plan} region={region} />
    </Card>
  )
}

/** The newest skip, while the payments that it has made higher are still to come. */
function skipIn({ changes, coming }: FlexiblePlan): { details: SkipDetails; isHigher: boolean } | undefined {
  for (const { status, details } of changes) {
    if (status !== 'Made' || details.kind !== 'Skip') continue
    const { before, after } = details.each
    return { details, isHigher: before !== after && coming.some(({ amount }) => amount === after) }
  }
  return undefined
}

function EachPayment({ account: { region }, plan, flexible }: YearSoFarProps) {
  const { payments, periodicAmount, repaymentPeriod } = plan
  if (payments.length === 1)
    return <Fact name="Amount">{formatMoney(periodicAmount, region)} in one payment</Fact>
  const skip = skipIn(flexible)
  return (
    <>
      <Fact name="Each payment">
        {skip?.isHigher ? (
          <Swap
            before={moneyOf(skip.details.each.before, region)}
            after={moneyOf(skip.details.each.after, region)}
          />
        ) : (
          formatMoney(periodicAmount, region)
        )}
      </Fact>
      <Fact name="Payment frequency">{frequencyWord(repaymentPeriod)}</Fact>
    </>
  )
}

function LastPayment({ account: { region }, plan: { payments, periodicAmount }, flexible }: YearSoFarProps) {
  const last = payments.at(-1)
  if (!last || payments.length === 1) return null
  const skip = skipIn(flexible)
  const { before, after } = skip?.details.lastOn ?? {}
  const each = skip?.isHigher ? moneyOf(skip.details.each.after, region) : formatMoney(periodicAmount, region)
  const amount = formatMoney(last.amount, region)
  return (
    <Fact name="Last payment">
      {before !== undefined && before !== after && after === last.date ? (
        <Swap before={formatDate(before)} after={formatDate(last.date)} />
      ) : (
        `${formatDate(last.date)}${amount === each ? '' : `, ${amount}`}`
      )}
    </Fact>
  )
}
