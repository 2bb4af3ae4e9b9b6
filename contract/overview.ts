import * as z from 'zod/mini'
import { sourceTroubles } from '#domain/payment-methods/payment-methods.ts'
import { declineReasons } from '#domain/payments.ts'
import {
  feeVarianceTypes,
  frequencies,
  planPaymentStatuses,
  planStatuses,
  renewalStatuses,
} from '#domain/plan/payment-schedule.ts'
import { accountConfig, datedAmount } from './accounts.ts'
import { balancePart } from './balance-parts.ts'
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
  /** The plan collects them; otherwise the family pays them to the school. */
  outstandingFeesCovered: z.boolean(),
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
      /** The day on which it was to be collected before the family moved it. */
      movedFrom: z.optional(calendarDate),
      /** Set for what was paid besides the plan's payments, which is not counted among them. */
      isExtra: z.optional(z.literal(true)),
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
  /** The customer may still change it. */
  canBeEdited: z.boolean(),
  /** Of a plan that was prepared for the year to come and has not started; null for all others. */
  renewal: z.nullable(
    z.object({
      amount,
      period: z.enum(frequencies),
      paymentCount: z.int(),
      /** When the first payment is taken; null while it is held. */
      firstPaymentOn: z.nullable(calendarDate),
      /** The last day on which the customer may edit it; null if that is over. */
      editableUntil: z.nullable(calendarDate),
      /** The plan of the year before. */
      previous: z.nullable(z.object({ amount, period: z.enum(frequencies) })),
      /** What takes the first payment; null where there is nothing. */
      method: z.nullable(
        z.object({
          displayName: z.string(),
          /** Of a card that ends before that payment. */
          lastDay: z.nullable(calendarDate),
          /** Why it cannot take that payment. */
          trouble: z.nullable(z.enum(sourceTroubles)),
        }),
      ),
      /** The day on which it was to start and nothing could be taken; it waits for a payment method. */
      heldOn: z.nullable(calendarDate),
    }),
  ),
})
export type PlanOfAYear = z.infer<typeof planOfAYear>

const owedItems = z.array(
  z.object({
    dueDate: calendarDate,
    amount,
    /** The secret of the link that pays it; null where there is none, and for staff who act as the customer. */
    requestId: z.nullable(id),
  }),
)

const failure = {
  /** What is left to pay, without what is on its way. */
  amount,
  /** What the family has sent for it and has not arrived yet. */
  onItsWay: amount,
  tries: z.int(),
  /** Why the bank refused the last try; null where that is not known. */
  reason: z.nullable(z.enum(declineReasons)),
  /** The payment method of the last try; null where there was none. */
  method: z.nullable(z.string()),
}

/** What a family should know or do first. */
const problem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('Overdue'),
    ...failure,
    /** What of the amount is no instalment but a fee, because a bank sent a debit back. */
    fee: amount,
    /** The day on which the oldest of them was due. */
    since: calendarDate,
    /** The secret of the link by which all of it can be paid; null where there is none, and for staff. */
    requestId: z.nullable(id),
    /** What it consists of, the oldest first, without the fee. */
    items: z.array(z.object({ dueDate: calendarDate, amount })),
  }),
  z.object({
    kind: z.literal('RequestOverdue'),
    amount,
    since: calendarDate,
    from: z.string(),
    items: owedItems,
  }),
  z.object({
    kind: z.literal('PaymentFailed'),
    ...failure,
    dueDate: calendarDate,
    failedOn: calendarDate,
    triedAgainOn: calendarDate,
    /** The try after that one, if it fails too; null where it is the last. */
    thenOn: z.nullable(calendarDate),
    /** The family has chosen day or method of the next try: there is nothing more to do. */
    isArranged: z.boolean(),
    /** What it consists of, the oldest first. */
    items: z.array(z.object({ dueDate: calendarDate, amount, triedAgainOn: calendarDate })),
  }),
  /** A bank has taken a payment back and has yet to decide. Nothing is asked for it until then. */
  z.object({
    kind: z.literal('PaymentDisputed'),
    amount,
    paidOn: calendarDate,
    since: calendarDate,
    method: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('MethodUnusable'),
    method: z.string(),
    trouble: z.enum(sourceTroubles),
    nextOn: calendarDate,
  }),
  z.object({
    kind: z.literal('BpayDue'),
    amount,
    dueDate: calendarDate,
    isLate: z.boolean(),
    /** The day on which it counts as missed. */
    missedOn: calendarDate,
  }),
  z.object({ kind: z.literal('MethodExpiring'), method: z.string(), lastDay: calendarDate }),
  z.object({ kind: z.literal('OutstandingFees'), tuitionYear: year, amount }),
  z.object({
    kind: z.literal('PlanUnfinished'),
    tuitionYear: year,
    /** The family has not saved it, or there is none although the family goes on. */
    reason: z.enum(['NotSaved', 'NoPlan']),
    /** The first day of the plan; without a plan, that of the school year. */
    startsOn: calendarDate,
    isPast: z.boolean(),
    /** False where the family must ask us. */
    canEdit: z.boolean(),
  }),
  z.object({
    kind: z.literal('PlanUnderReview'),
    tuitionYear: year,
    since: calendarDate,
    usuallyBy: calendarDate,
    isLate: z.boolean(),
    /** The day on which the plan was to start, once it has passed. */
    startPassed: z.nullable(calendarDate),
  }),
  z.object({
    kind: z.literal('DiscountDeclared'),
    tuitionYear: year,
    types: z.array(z.enum(feeVarianceTypes)),
    since: calendarDate,
    usuallyBy: calendarDate,
  }),
])
export type Problem = z.infer<typeof problem>

/** How a family can have payments that failed tried again. */
const fix = z.object({
  /** Nothing is charged because they failed. */
  isFree: z.boolean(),
  /** What of all that is tried again is paid at once, from the method that the button pays with. */
  payNow: z.nullable(z.object({ sourceId: id, displayName: z.string(), surcharge: amount, total: amount })),
  /** The oldest first. */
  payments: z.array(
    z.object({
      planId: id,
      dueDate: calendarDate,
      amount,
      /** The days that it may be moved to; none where it may not. */
      days: z.array(calendarDate),
      /** The last day that a payment may be moved to. */
      lastDay: calendarDate,
      /** All moves of the year are used; its days are over; it makes no sense to try it again. */
      whyNot: z.nullable(z.enum(['NoMovesLeft', 'NoDay', 'NotTried'])),
      /** When it would be collected from another method. */
      otherMethodOn: calendarDate,
      otherMethods: z.array(
        z.object({
          id,
          displayName: z.string(),
          cardType: z.nullable(z.string()),
          surcharge: amount,
          total: amount,
        }),
      ),
    }),
  ),
})
export type Fix = z.infer<typeof fix>

const overviewReply = z.object({
  /** The date in the account's region by the server's clock: "in 8 days" counts from it. */
  today: calendarDate,
  firstName: z.string(),
  /** Positive is credit in the family's favour. */
  currentBalance: amount,
  /** What the balance is for, part by part, adding up to it; none for products that show no balance. */
  balanceParts: z.array(balancePart),
  /** What is wrong and what can be done about it, the most pressing first. */
  problems: z.array(problem),
  /** Null where no payment of a plan that runs has failed. */
  fix: z.nullable(fix),
  /** What is said about payments that failed; null where none has. */
  failedText: z.nullable(
    z.object({
      version: z.int(),
      noFee: z.string(),
      ofBank: z.string(),
      notBefore: z.string(),
      ofMove: z.string(),
    }),
  ),
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
      /** "due Fri 26 March, Good Friday"; null for what is collected on its due date, and if there are several parts. */
      dueNote: z.nullable(z.string()),
      /** The last day on which the family may move it to a later one; null where it cannot, or no longer. */
      movableUntil: z.nullable(calendarDate),
      /** The amount of the previous payment; null for the first of a plan, and if there are several parts. */
      previousAmount: z.nullable(amount),
      /** Null if it has no payment method. */
      source: z.nullable(
        z.pick(repaymentSource, { displayName: true, cardType: true, surchargePercentage: true }),
      ),
    }),
  ),
  lastRepayment: z.nullable(datedAmount),
  /**
   * What was paid besides the plan within the last year, and when last; null where there is none, and for products
   * whose balance shows it.
   */
  earlyPayments: z.nullable(datedAmount),
  bpayInfo: z.nullable(bpayInfo),
  activePlan: z.nullable(activePlan),
  /** What is still to be paid of other plans that have begun: most often that of last year. */
  otherPlans: z.array(
    z.object({
      tuitionYear: year,
      remaining: amount,
      /** What of it is overdue. */
      overdue: amount,
      /** What is collected next of this plan alone. */
      next: z.nullable(datedAmount),
      /** The day of its last collection. */
      lastDate: z.nullable(calendarDate),
    }),
  ),
  /** The status of the active plan, or of the newest if none is active. */
  planStatus: z.enum(planStatuses),
  /** Nothing is collected until a family that finds it hard to pay has our answer. */
  isOnHold: z.boolean(),
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
      /** It asks for an instalment that is among the problems. */
      isForOverdueInstalment: z.boolean(),
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
