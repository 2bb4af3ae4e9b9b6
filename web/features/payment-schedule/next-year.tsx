import type { Account } from '#contract/accounts.ts'
import type { PaymentPlan, PaymentSchedule } from '#contract/payment-schedule.ts'
import { calendarDate, formatDate } from '#domain/calendar/calendar.ts'
import { frequencyWord, isPlanLocked, tuitionYearName } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { Banner } from '../../ui/banner/banner.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { formatMoney } from '../../ui/money/money.tsx'
import { CalendarArt } from '../../ui/spot-art/calendar.tsx'
import type { PlannerFacts } from '../plan/planner-facts.ts'

type NextYearProps = { account: Account; facts: PlannerFacts; next: PaymentSchedule }

/** Above a plan that can only be looked at, the way to the plan for the year to come. */
export function NextYear({ account, facts, next }: NextYearProps) {
  const { region, config } = account
  const year = tuitionYearName(next.planYear, region)
  const mayChange = facts.whyNotEditable !== 'plan_not_editable'
  if (next.planStatus === 'None' && !mayChange) return null
  const isOpen =
    mayChange &&
    !isLocked(next, {
      ...config,
      calendar: facts.material.calendar,
      today: facts.offer.today,
    })
  const { title, text, verb } = wordsFor(next, region, isOpen)
  return (
    <Banner
      art={CalendarArt}
      title={`${title} for ${year}`}
      action={
        <ButtonLink
          look={verb === 'View' ? 'secondary' : 'primary'}
          href={`/payment-schedule?year=${next.planYear}`}
        >
          {verb} plan for {year}
        </ButtonLink>
      }
    >
      {text}
    </Banner>
  )
}

function isLocked(next: PaymentSchedule, on: Parameters<typeof isPlanLocked>[1]): boolean {
  if (next.planStatus === 'None') return false
  const { planStatus: status, planStartDate, repaymentCount } = next
  return isPlanLocked({ status, startDate: calendarDate(planStartDate), repaymentCount }, on)
}

type Words = { title: string; text: string; verb: 'Set up' | 'Review' | 'Edit' | 'View' }

function wordsFor(next: PaymentSchedule, region: Region, isOpen: boolean): Words {
  if (next.planStatus === 'None')
    return { title: 'Set up your plan', text: 'Choose how often you pay and when you start.', verb: 'Set up' }
  if (!isOpen) return { title: 'Your plan', text: summary(next, region), verb: 'View' }
  if (next.planStatus === 'ManualReview')
    return {
      title: 'Your plan',
      text: "We're reviewing it and will email you when it's ready.",
      verb: 'Edit',
    }
  if (next.planStatus === 'Draft' || next.lastSaved?.by !== 'Customer') {
    const text = "Check the fees and payments we've prepared before the plan begins."
    return { title: 'Review your plan', text, verb: 'Review' }
  }
  return { title: 'Your plan', text: `It is saved: ${summary(next, region)}`, verb: 'Edit' }
}

function summary({ payments, periodicAmount, repaymentPeriod }: PaymentPlan, region: Region): string {
  const [first] = payments
  if (!first) return 'There is nothing to pay.'
  const rhythm = payments.length === 1 ? 'in one payment' : frequencyWord(repaymentPeriod).toLowerCase()
  return `${formatMoney(periodicAmount, region)} ${rhythm}, from ${formatDate(first.date)}.`
}
