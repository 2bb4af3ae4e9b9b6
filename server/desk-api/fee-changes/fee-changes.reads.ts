import type { ProductType } from '#domain/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { FeeChangeOutcome, FeeReviewReason, PlanAmounts } from '#domain/plan/fee-change.ts'
import type { PlanStatus } from '#domain/plan/payment-schedule.ts'

export type PlanKey = { accountId: string; planId: string }

/** A plan that may depend on the fees of a school and year. */
export type PlanOnFees = PlanKey & {
  tuitionYear: number
  shortId: string
  familyName: string | null
  productType: ProductType
}

/** The effect of a change of fees on one plan, previewed or carried out. */
export type PlanEffect = PlanOnFees & {
  planStatus: PlanStatus
  outcome: FeeChangeOutcome
  reason: FeeReviewReason | null
  before: PlanAmounts
  after: PlanAmounts | null
  firstOn: CalendarDate | null
}
