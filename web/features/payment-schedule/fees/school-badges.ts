import type { PaymentPlan, StudentFeeBreakdown } from '#contract/payment-schedule.ts'
import { normalised } from '#domain/plan/fee-variances.ts'
import { toBreakdown } from '#domain/plan/plan-reply.ts'
import type { Region } from '#domain/region.ts'
import { chargesOf } from '#domain/plan/school-charges.ts'
import { formatMoney } from '../../../ui/money/money.tsx'
import type { PlannerFacts } from '../../plan/planner-facts.ts'

type Given = { text: string; takesOff: boolean }

/** What the school itself gives each student, and what another payer takes over, by enrolment. */
export function schoolBadges(
  { material, planYear }: PlannerFacts,
  plan: PaymentPlan | undefined,
): Record<string, Given[]> {
  const students =
    plan?.studentFeeBreakdown ??
    (chargesOf(material, planYear, normalised(null))?.students ?? []).map((student) =>
      toBreakdown(student, []),
    )
  return Object.fromEntries(
    students.map(({ enrolmentId, discounts }) => [
      enrolmentId,
      discounts.map((line) => badgeOf(line, material.region)),
    ]),
  )
}

function badgeOf(
  { name, amount, percentage, portionPercent }: StudentFeeBreakdown['discounts'][number],
  region: Region,
): Given {
  if (portionPercent !== null) return { text: `Your share ${portionPercent}%`, takesOff: false }
  const figure = percentage === null ? formatMoney(Math.abs(amount), region) : `${percentage}%`
  return { text: `${name} ${figure}`, takesOff: true }
}
