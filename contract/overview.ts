import * as z from 'zod/mini'
import { sourceProblems } from '#domain/payment-methods/payment-methods.ts'
import { declineReasons } from '#domain/payments.ts'
import {
  feeVarianceTypes,
  frequencies,
  planStatuses,
  renewalStatuses,
} from '#domain/plan/payment-schedule.ts'
import { described, named } from './documented.ts'
import { accountConfig, datedAmount } from './accounts.ts'
import { balancePart } from './balance-parts.ts'
import { endpoints } from './endpoint.ts'
import { bpayInfo, repaymentSource } from './payment-methods.ts'
import { familyFee, planPayment, studentFeeBreakdown } from './payment-schedule.ts'
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
  payments: described('Each payment of the plan, in order, for the payment dots.', z.array(planPayment)),
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
  lastUpdatedByCustomer: described('Whether the customer, not staff, saved it last.', z.boolean()),
  renewalStatus: z.enum(renewalStatuses),
  canBeEdited: described('Whether the customer may still change it.', z.boolean()),
  renewal: described(
    'Set for a plan that was prepared for the next year and has not started; null for all others.',
    z.nullable(
      z.object({
        amount,
        period: z.enum(frequencies),
        paymentCount: z.int(),
        firstPaymentOn: described(
          'The day of the first payment; null while the plan is on hold.',
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
          'The method that takes the first payment; null if there is none.',
          z.nullable(
            z.object({
              displayName: z.string(),
              lastDay: described(
                'The last day of a card that expires before that payment.',
                z.nullable(calendarDate),
              ),
              trouble: described(
                'The reason why the method cannot take that payment.',
                z.nullable(z.enum(sourceProblems)),
              ),
            }),
          ),
        ),
        heldOn: described(
          'The planned start of a plan that waits for a payment method, because nothing could be taken on that day.',
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
      'The secret of its payment link; null if there is none, and for staff who impersonate the customer.',
      z.nullable(id),
    ),
  }),
)

const failure = {
  amount: described('The amount left to pay, without payments on their way.', amount),
  onItsWay: described('Payments that the family has sent for it and that have not arrived yet.', amount),
  tries: z.int(),
  reason: described(
    "The bank's reason for refusing the last attempt; null if unknown.",
    z.nullable(z.enum(declineReasons)),
  ),
  method: described(
    'The payment method of the last attempt; null if there was none.',
    z.nullable(z.string()),
  ),
}

const problem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('Overdue'),
    ...failure,
    fee: described('The part of the amount that is a fee for a returned debit.', amount),
    since: described('The due date of the oldest instalment.', calendarDate),
    requestId: described(
      'The secret of the link that pays the whole amount; null if there is none, and for staff.',
      z.nullable(id),
    ),
    items: described(
      'The instalments that make up the amount, oldest first, without the fee.',
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
    surcharge: described(
      'The card surcharge of the next attempts, which comes on top of the amount. A payment made another way has its own.',
      amount,
    ),
    dueDate: calendarDate,
    failedOn: calendarDate,
    triedAgainOn: calendarDate,
    thenOn: described(
      'The day of the next attempt if this one fails too; null if this is the last.',
      z.nullable(calendarDate),
    ),
    isArranged: described(
      'Whether the family has chosen the day or method of the next attempt, so that nothing is left to do.',
      z.boolean(),
    ),
    items: described(
      'The instalments that make up the amount, oldest first.',
      z.array(z.object({ dueDate: calendarDate, amount, triedAgainOn: calendarDate })),
    ),
  }),
  /** A bank has reversed a payment and has not decided yet. Until then the family need not pay it. */
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
    trouble: z.enum(sourceProblems),
    nextOn: calendarDate,
  }),
  z.object({
    kind: z.literal('BpayDue'),
    amount,
    dueDate: calendarDate,
    isLate: z.boolean(),
    missedOn: described('The day from which the payment counts as missed.', calendarDate),
  }),
  z.object({ kind: z.literal('MethodExpiring'), method: z.string(), lastDay: calendarDate }),
  z.object({ kind: z.literal('OutstandingFees'), tuitionYear: year, amount }),
  z.object({
    kind: z.literal('PlanUnfinished'),
    tuitionYear: year,
    reason: described(
      'Whether the family has not saved its plan, or continues without having one.',
      z.enum(['NotSaved', 'NoPlan']),
    ),
    startsOn: described(
      'The first day of the plan, or of the school year if there is no plan.',
      calendarDate,
    ),
    isPast: z.boolean(),
    canEdit: described('False if the family must contact us instead.', z.boolean()),
  }),
  z.object({
    kind: z.literal('PlanUnderReview'),
    tuitionYear: year,
    since: calendarDate,
    usuallyBy: calendarDate,
    isLate: z.boolean(),
    startPassed: described("The plan's planned start, if that day has passed.", z.nullable(calendarDate)),
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
  isFree: described('Whether no fee is charged for the failure.', z.boolean()),
  payNow: described(
    'The part of all retried payments that is paid at once, with the method of the button.',
    z.nullable(z.object({ sourceId: id, displayName: z.string(), surcharge: amount, total: amount })),
  ),
  payments: described(
    'Oldest first.',
    z.array(
      z.object({
        planId: id,
        dueDate: calendarDate,
        amount,
        days: described(
          'The days that it may be moved to; empty if it may not be moved.',
          z.array(calendarDate),
        ),
        lastDay: described('The last day that a payment may be moved to.', calendarDate),
        whyNot: described(
          'Why it cannot be moved: all moves of the year are used, no day is left, or a retry makes no sense.',
          z.nullable(z.enum(['NoMovesLeft', 'NoDay', 'NotTried'])),
        ),
        otherMethodOn: described('The day on which it would be collected with another method.', calendarDate),
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
    'The parts of the balance by purpose, which add up to it; empty for products that show no balance.',
    z.array(balancePart),
  ),
  problems: described('Problems of the account and how to solve them, most urgent first.', z.array(problem)),
  fix: described('Null if no payment of a running plan has failed.', z.nullable(fix)),
  failedText: described(
    'The text about failed payments; null if none has failed.',
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
      /** The date of the collection, and everything that is collected for all plans on that date. */
      ...datedAmount.shape,
      surcharge: described('The card surcharge.', amount),
      total: described('The amount that is charged, including the surcharge.', amount),
      parts: described(
        'The instalments collected on that date, by due date.',
        z.array(
          z.object({
            tuitionYear: year,
            dueDate: calendarDate,
            amount,
            isRetry: described('Whether it is a retry of a failed payment.', z.boolean()),
          }),
        ),
      ),
      dueNote: described(
        '"due Fri 26 March, Good Friday"; null for what is collected on its due date, and if there are several parts.',
        z.nullable(z.string()),
      ),
      movableUntil: described(
        'The last day on which the family may move it to a later day; null if it may not be moved, or no longer.',
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
    'Payments besides the plan within the last year, and the day of the latest; null if there are none, and for products whose balance shows them.',
    z.nullable(datedAmount),
  ),
  bpayInfo: z.nullable(bpayInfo),
  activePlan: z.nullable(activePlan),
  otherPlans: described(
    "Amounts still to be paid of other plans that have begun, usually last year's.",
    z.array(
      z.object({
        tuitionYear: year,
        remaining: amount,
        overdue: described('The overdue part of it.', amount),
        next: described('The next collection of this plan alone.', z.nullable(datedAmount)),
        lastDate: described('The day of its last collection.', z.nullable(calendarDate)),
      }),
    ),
  ),
  planStatus: described(
    'The status of the active plan, or of the newest if none is active.',
    z.enum(planStatuses),
  ),
  isOnHold: described(
    'Whether collections are on hold until a family that finds it hard to pay has our answer.',
    z.boolean(),
  ),
  plans: z.array(planOfAYear),
  students: z.array(z.object({ name: z.string(), yearLevel: z.string(), institution: z.string() })),
  activeRepaymentRequests: described(
    "A school's open payment requests.",
    z.array(
      z.object({
        id: described('The secret of its link; null for staff who impersonate the customer.', z.nullable(id)),
        institutionName: z.string(),
        amount,
        dueDate: calendarDate,
        periodName: z.nullable(z.string()),
        isForOverdueInstalment: described(
          'Whether it asks for an instalment that is among the problems.',
          z.boolean(),
        ),
      }),
    ),
  ),
  config: accountConfig,
})
export type Overview = z.infer<typeof overviewReply>

named({
  ActivePlan: [activePlan, "The family's current plan."],
  PlanOfAYear: [planOfAYear, 'A summary of the plan of one school year.'],
  Problem: [problem, 'A problem that a family should know about or solve.'],
  Fix: [fix, 'The ways in which a family can have failed payments retried.'],
  Overview: [overviewReply, "All data of an account's first page."],
})

export const overview = endpoints({
  'GET /api/portal/customer/account/:accountId/overview': {
    summary: 'Everything the Overview shows, in one call',
    access: 'account',
    params: accountParams,
    reply: overviewReply,
  },
})
