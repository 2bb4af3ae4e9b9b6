import * as z from 'zod/mini'
import {
  frequencies,
  planPaymentStatuses,
  planStatuses,
  renewalStatuses,
} from '#domain/plan/payment-schedule.ts'
import { accountConfig, datedAmount } from './accounts.ts'
import { endpoints } from './endpoint.ts'
import { bpayInfo, repaymentSource } from './payment-methods.ts'
import { familyFee, studentFeeBreakdown } from './payment-schedule.ts'
import { accountParams, amount, calendarDate, id, year } from './wire.ts'

const activePlan = z.object({
  tuitionYear: year,
  planStartDate: calendarDate,
  planEndDate: calendarDate,
  periodicAmount: z.object({ amount, period: z.enum(frequencies) }),
  planYearTotal: amount,
  planYearSchoolFees: amount,
  totalRepaid: amount,
  remainingToBeRepaid: amount,
  carriedOverLarkwellBalance: amount,
  partYearAdjustment: z.nullable(amount),
  outstandingFees: amount,
  familyFees: z.array(familyFee),
  studentFeeBreakdown: z.array(studentFeeBreakdown),
  /** Each payment of the plan, in order, for the payment dots. */
  payments: z.array(
    z.object({
      /** The date on which it was or will be collected. */
      date: calendarDate,
      /** By the plan's rhythm. */
      dueDate: calendarDate,
      amount,
      status: z.enum(planPaymentStatuses),
      /** Set for a failed payment that is tried again: the same as `date`. */
      retryOn: z.optional(calendarDate),
    }),
  ),
  /** Set while staff have put the customer on a temporary plan. */
  currentTailoredPlanType: z.nullable(z.string()),
  /** The last day of the temporary plan. */
  tailoredUntil: z.nullable(calendarDate),
  config: z.object({
    customerCanUpdateSchedule: z.boolean(),
    /** The last day on which the customer may edit this plan; null if it cannot be edited. */
    editableUntil: z.nullable(calendarDate),
  }),
})
export type ActivePlan = z.infer<typeof activePlan>
export type PlanPayment = ActivePlan['payments'][number]

const planOfAYear = z.object({
  tuitionYear: year,
  planStartDate: calendarDate,
  planStatus: z.enum(planStatuses),
  /** The customer, not staff, saved it last. */
  lastUpdatedByCustomer: z.boolean(),
  renewalStatus: z.enum(renewalStatuses),
})
export type PlanOfAYear = z.infer<typeof planOfAYear>

const overviewReply = z.object({
  /** The date in the account's region by the server's clock: "in 8 days" counts from it. */
  today: calendarDate,
  firstName: z.string(),
  /** Positive is credit in the family's favour. */
  currentBalance: amount,
  nextRepayment: z.nullable(
    z.object({
      /** The date on which it is collected, and what is collected of all plans on that date. */
      ...datedAmount.shape,
      /** What the card costs on top. */
      surcharge: amount,
      /** What is charged: amount and surcharge. */
      total: amount,
      /** The instalments that are collected on that date, by due date. */
      parts: z.array(
        z.object({
          tuitionYear: year,
          dueDate: calendarDate,
          amount,
          /** It failed before. */
          isRetry: z.boolean(),
        }),
      ),
      /** The amount of the previous payment; null for the first of a plan, and if there are several parts. */
      previousAmount: z.nullable(amount),
      /** Null if it has no payment method. */
      source: z.nullable(
        z.pick(repaymentSource, { displayName: true, cardType: true, surchargePercentage: true }),
      ),
    }),
  ),
  lastRepayment: z.nullable(datedAmount),
  bpayInfo: z.nullable(bpayInfo),
  activePlan: z.nullable(activePlan),
  /** The status of the active plan, or of the newest if none is active. */
  planStatus: z.enum(planStatuses),
  plans: z.array(planOfAYear),
  students: z.array(z.object({ name: z.string(), yearLevel: z.string(), institution: z.string() })),
  /** A school's open payment requests. */
  activeRepaymentRequests: z.array(
    z.object({
      /** The secret of its link; null for staff who act as the customer. */
      id: z.nullable(id),
      institutionName: z.string(),
      amount,
      dueDate: calendarDate,
      periodName: z.nullable(z.string()),
    }),
  ),
  config: accountConfig,
})
export type Overview = z.infer<typeof overviewReply>

export const overview = endpoints({
  'GET /api/portal/customer/account/:accountId/overview': {
    summary: 'Everything the Overview shows, in one call',
    access: 'account',
    params: accountParams,
    reply: overviewReply,
  },
})
