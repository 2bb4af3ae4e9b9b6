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
import { described, named } from './documented.ts'
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
  outstandingFeesCovered: described(
    'The plan collects them; otherwise the family pays them to the school.',
    z.boolean(),
  ),
  familyFees: z.array(familyFee),
  studentFeeBreakdown: z.array(studentFeeBreakdown),
  payments: described(
    'Each payment of the plan, in order, for the payment dots.',
    z.array(
      z.object({
        date: described('The date on which it was or will be collected.', calendarDate),
        dueDate: described("By the plan's rhythm.", calendarDate),
        amount,
        status: z.enum(planPaymentStatuses),
        retryOn: described(
          'Set for a failed payment that is tried again: the same as `date`.',
          z.optional(calendarDate),
        ),
        movedFrom: described(
          'The day on which it was to be collected before the family moved it.',
          z.optional(calendarDate),
        ),
        isExtra: described(
          "Set for what was paid besides the plan's payments, which is not counted among them.",
          z.optional(z.literal(true)),
        ),
      }),
    ),
  ),
  currentTailoredPlanType: described(
    'Set while staff have put the customer on a temporary plan.',
    z.nullable(z.string()),
  ),
  tailoredUntil: described('The last day of the temporary plan.', z.nullable(calendarDate)),
  config: z.object({
    customerCanUpdateSchedule: z.boolean(),
    editableUntil: described(
      'The last day on which the customer may edit this plan; null if it cannot be edited.',
      z.nullable(calendarDate),
    ),
  }),
})
export type ActivePlan = z.infer<typeof activePlan>
export type PlanPayment = ActivePlan['payments'][number]

const planOfAYear = z.object({
  tuitionYear: year,
  planStartDate: calendarDate,
  planStatus: z.enum(planStatuses),
  lastUpdatedByCustomer: described('The customer, not staff, saved it last.', z.boolean()),
  renewalStatus: z.enum(renewalStatuses),
  canBeEdited: described('The customer may still change it.', z.boolean()),
  renewal: described(
    'Of a plan that was prepared for the year to come and has not started; null for all others.',
    z.nullable(
      z.object({
        amount,
        period: z.enum(frequencies),
        paymentCount: z.int(),
        firstPaymentOn: described(
          'When the first payment is taken; null while it is held.',
          z.nullable(calendarDate),
        ),
        editableUntil: described(
          'The last day on which the customer may edit it; null if that is over.',
          z.nullable(calendarDate),
        ),
        previous: described(
          'The plan of the year before.',
          z.nullable(z.object({ amount, period: z.enum(frequencies) })),
        ),
        method: described(
          'What takes the first payment; null where there is nothing.',
          z.nullable(
            z.object({
              displayName: z.string(),
              lastDay: described('Of a card that ends before that payment.', z.nullable(calendarDate)),
              trouble: described('Why it cannot take that payment.', z.nullable(z.enum(sourceTroubles))),
            }),
          ),
        ),
        heldOn: described(
          'The day on which it was to start and nothing could be taken; it waits for a payment method.',
          z.nullable(calendarDate),
        ),
      }),
    ),
  ),
})
export type PlanOfAYear = z.infer<typeof planOfAYear>

const owedItems = z.array(
  z.object({
    dueDate: calendarDate,
    amount,
    requestId: described(
      'The secret of the link that pays it; null where there is none, and for staff who act as the customer.',
      z.nullable(id),
    ),
  }),
)

const failure = {
  amount: described('What is left to pay, without what is on its way.', amount),
  onItsWay: described('What the family has sent for it and has not arrived yet.', amount),
  tries: z.int(),
  reason: described(
    'Why the bank refused the last try; null where that is not known.',
    z.nullable(z.enum(declineReasons)),
  ),
  method: described('The payment method of the last try; null where there was none.', z.nullable(z.string())),
}

const problem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('Overdue'),
    ...failure,
    fee: described(
      'What of the amount is no instalment but a fee, because a bank sent a debit back.',
      amount,
    ),
    since: described('The day on which the oldest of them was due.', calendarDate),
    requestId: described(
      'The secret of the link by which all of it can be paid; null where there is none, and for staff.',
      z.nullable(id),
    ),
    items: described(
      'What it consists of, the oldest first, without the fee.',
      z.array(z.object({ dueDate: calendarDate, amount })),
    ),
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
    thenOn: described(
      'The try after that one, if it fails too; null where it is the last.',
      z.nullable(calendarDate),
    ),
    isArranged: described(
      'The family has chosen day or method of the next try: there is nothing more to do.',
      z.boolean(),
    ),
    items: described(
      'What it consists of, the oldest first.',
      z.array(z.object({ dueDate: calendarDate, amount, triedAgainOn: calendarDate })),
    ),
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
    missedOn: described('The day on which it counts as missed.', calendarDate),
  }),
  z.object({ kind: z.literal('MethodExpiring'), method: z.string(), lastDay: calendarDate }),
  z.object({ kind: z.literal('OutstandingFees'), tuitionYear: year, amount }),
  z.object({
    kind: z.literal('PlanUnfinished'),
    tuitionYear: year,
    reason: described(
      'The family has not saved it, or there is none although the family goes on.',
      z.enum(['NotSaved', 'NoPlan']),
    ),
    startsOn: described('The first day of the plan; without a plan, that of the school year.', calendarDate),
    isPast: z.boolean(),
    canEdit: described('False where the family must ask us.', z.boolean()),
  }),
  z.object({
    kind: z.literal('PlanUnderReview'),
    tuitionYear: year,
    since: calendarDate,
    usuallyBy: calendarDate,
    isLate: z.boolean(),
    startPassed: described(
      'The day on which the plan was to start, once it has passed.',
      z.nullable(calendarDate),
    ),
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

const fix = z.object({
  isFree: described('Nothing is charged because they failed.', z.boolean()),
  payNow: described(
    'What of all that is tried again is paid at once, from the method that the button pays with.',
    z.nullable(z.object({ sourceId: id, displayName: z.string(), surcharge: amount, total: amount })),
  ),
  payments: described(
    'The oldest first.',
    z.array(
      z.object({
        planId: id,
        dueDate: calendarDate,
        amount,
        days: described('The days that it may be moved to; none where it may not.', z.array(calendarDate)),
        lastDay: described('The last day that a payment may be moved to.', calendarDate),
        whyNot: described(
          'All moves of the year are used; its days are over; it makes no sense to try it again.',
          z.nullable(z.enum(['NoMovesLeft', 'NoDay', 'NotTried'])),
        ),
        otherMethodOn: described('When it would be collected from another method.', calendarDate),
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
  ),
})
export type Fix = z.infer<typeof fix>

const overviewReply = z.object({
  today: described(
    `The date in the account's region by the server's clock: "in 8 days" counts from it.`,
    calendarDate,
  ),
  firstName: z.string(),
  currentBalance: described("Positive is credit in the family's favour.", amount),
  balanceParts: described(
    'What the balance is for, part by part, adding up to it; none for products that show no balance.',
    z.array(balancePart),
  ),
  problems: described(
    'What is wrong and what can be done about it, the most pressing first.',
    z.array(problem),
  ),
  fix: described('Null where no payment of a plan that runs has failed.', z.nullable(fix)),
  failedText: described(
    'What is said about payments that failed; null where none has.',
    z.nullable(
      z.object({
        version: z.int(),
        noFee: z.string(),
        ofBank: z.string(),
        notBefore: z.string(),
        ofMove: z.string(),
      }),
    ),
  ),
  nextRepayment: z.nullable(
    z.object({
      /** The date on which it is collected, and what is collected of all plans on that date. */
      ...datedAmount.shape,
      surcharge: described('What the card costs on top.', amount),
      total: described('What is charged: amount and surcharge.', amount),
      parts: described(
        'The instalments that are collected on that date, by due date.',
        z.array(
          z.object({
            tuitionYear: year,
            dueDate: calendarDate,
            amount,
            isRetry: described('It failed before.', z.boolean()),
          }),
        ),
      ),
      dueNote: described(
        '"due Fri 26 March, Good Friday"; null for what is collected on its due date, and if there are several parts.',
        z.nullable(z.string()),
      ),
      movableUntil: described(
        'The last day on which the family may move it to a later one; null where it cannot, or no longer.',
        z.nullable(calendarDate),
      ),
      previousAmount: described(
        'The amount of the previous payment; null for the first of a plan, and if there are several parts.',
        z.nullable(amount),
      ),
      source: described(
        'Null if it has no payment method.',
        z.nullable(z.pick(repaymentSource, { displayName: true, cardType: true, surchargePercentage: true })),
      ),
    }),
  ),
  lastRepayment: z.nullable(datedAmount),
  earlyPayments: described(
    'What was paid besides the plan within the last year, and when last; null where there is none, and for products whose balance shows it.',
    z.nullable(datedAmount),
  ),
  bpayInfo: z.nullable(bpayInfo),
  activePlan: z.nullable(activePlan),
  otherPlans: described(
    'What is still to be paid of other plans that have begun: most often that of last year.',
    z.array(
      z.object({
        tuitionYear: year,
        remaining: amount,
        overdue: described('What of it is overdue.', amount),
        next: described('What is collected next of this plan alone.', z.nullable(datedAmount)),
        lastDate: described('The day of its last collection.', z.nullable(calendarDate)),
      }),
    ),
  ),
  planStatus: described(
    'The status of the active plan, or of the newest if none is active.',
    z.enum(planStatuses),
  ),
  isOnHold: described(
    'Nothing is collected until a family that finds it hard to pay has our answer.',
    z.boolean(),
  ),
  plans: z.array(planOfAYear),
  students: z.array(z.object({ name: z.string(), yearLevel: z.string(), institution: z.string() })),
  activeRepaymentRequests: described(
    "A school's open payment requests.",
    z.array(
      z.object({
        id: described('The secret of its link; null for staff who act as the customer.', z.nullable(id)),
        institutionName: z.string(),
        amount,
        dueDate: calendarDate,
        periodName: z.nullable(z.string()),
        isForOverdueInstalment: described(
          'It asks for an instalment that is among the problems.',
          z.boolean(),
        ),
      }),
    ),
  ),
  config: accountConfig,
})
export type Overview = z.infer<typeof overviewReply>

named({
  ActivePlan: [activePlan, 'The plan by which the family pays at present.'],
  PlanOfAYear: [planOfAYear, 'The plan of one school year, in short.'],
  Problem: [problem, 'What a family should know or do first.'],
  Fix: [fix, 'How a family can have payments that failed tried again.'],
  Overview: [overviewReply, 'Everything that the first page of an account shows.'],
})

export const overview = endpoints({
  'GET /api/portal/customer/account/:accountId/overview': {
    summary: 'Everything the Overview shows, in one call',
    access: 'account',
    params: accountParams,
    reply: overviewReply,
  },
})
