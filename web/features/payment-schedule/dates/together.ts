import { sumOfDecimals } from '#domain/money.ts'
import type { PaymentPlan, PlanMaterialReply } from '#contract/payment-schedule.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney } from '../../../ui/money/money.tsx'

type Payment = PaymentPlan['payments'][number]
/** What is collected of plans for other years. */
export type AlsoCollected = PlanMaterialReply['alsoCollected']

/** What of other plans is collected with a payment that is still to come. */
function othersWith({ date, status, retryOn }: Payment, alsoCollected: AlsoCollected): AlsoCollected {
  const isToCome = status === 'Next' || status === 'ToCome' || retryOn !== undefined
  return isToCome ? alsoCollected.filter((other) => other.date === date) : []
}

/** What is taken on the day of a payment, where other plans are collected on it too. */
export function dayTotalOf(payment: Payment, alsoCollected: AlsoCollected): number | undefined {
  const others = othersWith(payment, alsoCollected)
  if (others.length === 0) return undefined
  return sumOfDecimals([...others, payment])
}

/** "with $817.09 of your 2026 plan: $2,318.74 on this day" */
export function togetherNote(payment: Payment, alsoCollected: AlsoCollected, region: Region): string | null {
  const total = dayTotalOf(payment, alsoCollected)
  if (total === undefined) return null
  const parts = othersWith(payment, alsoCollected).map(
    ({ amount, tuitionYear }) =>
      `${formatMoney(amount, region)} of your ${tuitionYearName(tuitionYear, region)} plan`,
  )
  return `with ${parts.join(' and ')}: ${formatMoney(total, region)} on this day`
}
