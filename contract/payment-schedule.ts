import * as z from 'zod/mini'
import {
  feeVarianceTypes,
  frequencies,
  offeredFrequencies,
  planPaymentStatuses,
  planSavers,
  planStatuses,
  type PlanStatus,
} from '#domain/plan/payment-schedule.ts'
import { feeItemKinds } from '#domain/plan/plan-material.ts'
import { regions } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { flexiblePlan } from './plan-changes.ts'
import {
  accountParams,
  amount,
  amountSent,
  calendarDate,
  holiday,
  id,
  instant,
  line,
  percent,
  year,
  yearInPath,
  uuid,
  accountId,
} from './wire.ts'

const duration = z.int().check(z.minimum(1), z.maximum(60))

export const durationOption = z.object({
  period: z.enum(offeredFrequencies),
  defaultDuration: z.int(),
  allowedDurations: z.array(z.int()),
})

export const planYearOption = z.object({
  tuitionYear: year,
  minStartDate: calendarDate,
  maxStartDate: calendarDate,
  durationOptions: z.array(durationOption),
})
export type PlanYearOption = z.infer<typeof planYearOption>

const feeLine = {
  name: z.string(),
  amount,
  percentage: z.nullable(percent),
  portionPercent: described("This payer's share, if a family splits the fee.", z.nullable(percent)),
  discountPercent: z.nullable(percent),
  isCapped: described(
    'Whether the discount is reduced because it exceeds the remaining fees.',
    z.optional(z.literal(true)),
  ),
}

export const familyFee = z.object({
  name: z.string(),
  amount,
  school: described("The school's name, if several schools charge such a fee.", z.optional(z.string())),
})

export const studentFeeBreakdown = z.object({
  enrolmentId: id,
  studentName: z.string(),
  yearLevel: z.string(),
  fees: z.array(z.object(feeLine)),
  discounts: z.array(z.object(feeLine)),
  customerSelectedAddonsAndDiscounts: z.array(
    z.object({
      ...feeLine,
      selectedFeeOption: z.nullable(z.string()),
      isDeclared: described(
        'Whether the family declared the discount and staff have not confirmed it yet.',
        z.boolean(),
      ),
    }),
  ),
})
export type StudentFeeBreakdown = z.infer<typeof studentFeeBreakdown>

const letter = z.strictObject({ id, name: line(120) })

export const variances = z.strictObject({
  standardFeeVariances: z.optional(
    z
      .array(
        z.strictObject({
          enrolmentId: id,
          type: z.enum(feeVarianceTypes),
          amount: z.optional(z.nullable(amountSent)),
          percent: z.optional(z.nullable(percent)),
          letter: z.optional(z.nullable(letter)),
        }),
      )
      .check(z.maxLength(50)),
  ),
  addons: z.optional(
    z
      .array(
        z.strictObject({
          enrolmentId: id,
          name: line(100),
          value: described(
            'The chosen option, or the amount for a fee of any size.',
            z.union([line(100), amountSent]),
          ),
        }),
      )
      .check(z.maxLength(50)),
  ),
  outstandingFees: z.optional(z.nullable(amountSent)),
  otherArrangementsRequest: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(1000)))),
  staffDiscount: z.optional(z.nullable(z.strictObject({ percent, letter: z.optional(z.nullable(letter)) }))),
})

const planRequest = z.strictObject({
  paymentSchedule: z.strictObject({
    accountPlanId: described('Null for a first plan.', z.optional(z.nullable(id))),
    version: described(
      'The plan version that the form was opened with; null without a plan. A plan that has changed since is not overwritten.',
      z.optional(z.nullable(z.int())),
    ),
    planYear: year,
    startDate: calendarDate,
    planDuration: duration,
    repaymentCount: duration,
    repaymentPeriod: z.enum(offeredFrequencies),
  }),
  variances: z.optional(z.nullable(variances)),
})

const noPlan = z.object({ planStatus: z.literal('None'), planYear: year })

const statusesOfAPlan = planStatuses.filter(
  (status): status is Exclude<PlanStatus, 'None'> => status !== 'None',
)

export const planPayment = z.object({
  dueDate: described("The due date, by the plan's frequency.", calendarDate),
  date: described(
    'The day on which it was or will be collected: the due date, the next business day, the day of a later attempt, or a later day because its notice was late.',
    calendarDate,
  ),
  amount,
  debit: described(
    'What is taken, if that is more than what is open because of a card surcharge: of the next payment, and of one that is retried.',
    z.optional(z.object({ total: amount, surcharge: amount })),
  ),
  status: z.enum(planPaymentStatuses),
  retryOn: described(
    'Set for a failed payment that is retried; the same as `date`.',
    z.optional(calendarDate),
  ),
  isExtra: described(
    "Set for an extra payment, which does not count among the plan's payments.",
    z.optional(z.literal(true)),
  ),
  movedFrom: described(
    'The day on which it was to be collected before the family moved it.',
    z.optional(calendarDate),
  ),
})

export const plan = z.object({
  planStatus: z.enum(statusesOfAPlan),
  accountPlanId: described('Null while the plan is only calculated.', z.nullable(id)),
  version: described(
    'The number of times the plan was saved; null before the first time.',
    z.nullable(z.int()),
  ),
  lastSaved: described(
    "Whose save that version is; null while the plan is only calculated. Staff may save in a customer's name.",
    z.nullable(z.object({ by: z.enum(planSavers), byYou: z.boolean(), at: instant })),
  ),
  temporaryUntil: described(
    'The last day of a temporary plan; null for any other.',
    z.nullable(calendarDate),
  ),
  planYear: year,
  planStartDate: calendarDate,
  planEndDate: described('Null when nothing is left to pay.', z.nullable(calendarDate)),
  planDuration: z.int(),
  repaymentCount: z.int(),
  repaymentsMade: z.int(),
  repaymentPeriod: z.enum(frequencies),
  periodicAmount: amount,
  totalAmount: amount,
  annualTotal: amount,
  balanceAtPlanStart: amount,
  totalFixedFees: described("The schools' fixed fees, before discounts.", amount),
  outstandingFees: amount,
  outstandingFeesCovered: z.boolean(),
  partYearAdjustment: described(
    'Set when the customer joined after the school year had begun.',
    z.nullable(amount),
  ),
  familyFees: z.array(familyFee),
  basedOnFeeScheduleYear: described(
    "The year of the fees; earlier than the plan's year until the school has published that year's fees.",
    year,
  ),
  nextRepaymentDate: z.nullable(calendarDate),
  studentFeeBreakdown: z.array(studentFeeBreakdown),
  payments: described(
    'The payments, in order; empty while the plan waits for a review.',
    z.array(planPayment),
  ),
  variances: described(
    'The variances as last sent, so that the form can be reopened without losing any.',
    z.nullable(variances),
  ),
})
export type PaymentPlan = z.infer<typeof plan>

export const scheduleReply = z.discriminatedUnion('planStatus', [noPlan, plan])
export type PaymentSchedule = z.infer<typeof scheduleReply>

const storedVariances = z.object({
  standardFeeVariances: z.array(
    z.object({
      enrolmentId: id,
      type: z.enum(feeVarianceTypes),
      amount: z.nullable(amount),
      percent: z.nullable(percent),
      letter: z.optional(letter),
    }),
  ),
  addons: z.array(z.object({ enrolmentId: id, name: z.string(), value: z.union([z.string(), z.number()]) })),
  outstandingFees: z.nullable(amount),
  otherArrangementsRequest: z.nullable(z.string()),
  staffDiscount: z.nullable(z.object({ percent, letter: z.optional(letter) })),
})

const planMaterial = z.object({
  planYear: year,
  region: z.enum(regions),
  institutionId: id,
  enrolments: z.array(
    z.object({
      id,
      studentId: id,
      studentName: z.string(),
      institutionId: id,
      larkwellId: id,
      institutionName: z.string(),
      startYear: year,
      startYearLevel: z.string(),
      joinedOn: z.nullable(calendarDate),
      portionBasisPoints: z.int(),
      holdsRemainder: z.boolean(),
      discountLimitBasisPoints: z.int(),
    }),
  ),
  schedules: z.array(
    z.object({
      id,
      institutionId: id,
      institutionName: z.string(),
      year,
      terms: z.array(z.object({ startsOn: calendarDate, endsOn: calendarDate })),
      items: z.array(
        z.object({
          kind: z.enum(feeItemKinds),
          yearLevel: z.nullable(z.string()),
          name: z.string(),
          amountMinor: z.nullable(z.int()),
          percentBasisPoints: z.nullable(z.int()),
          isDiscountable: z.boolean(),
          options: z.array(z.string()),
        }),
      ),
    }),
  ),
  otherShares: z.array(z.object({ studentId: id, institutionId: id, basisPoints: z.int() })),
  plan: z.nullable(
    z.object({
      id,
      version: z.int(),
      status: z.enum(statusesOfAPlan),
      coverFrom: z.nullable(calendarDate),
      startDate: calendarDate,
      repaymentCount: z.int(),
      paidCount: z.int(),
      balanceAtStartMinor: z.int(),
      outstandingFeesMinor: z.int(),
      outstandingFeesCovered: z.boolean(),
      variances: storedVariances,
      discounts: z.array(
        z.object({
          enrolmentId: z.nullable(id),
          type: z.enum(feeVarianceTypes),
          amount: z.nullable(amount),
          percent: z.nullable(percent),
          status: z.enum(['Declared', 'Confirmed', 'Declined']),
        }),
      ),
      settledCount: z.int(),
      settledMinor: z.int(),
    }),
  ),
  holidays: described('The bank holidays of all years that a plan can reach.', z.array(holiday)),
  outstandingFeesLimitMinor: z.int(),
  balanceMinor: z.int(),
  freeCreditMinor: z.int(),
  offer: described(
    'The choices available today.',
    z.object({
      today: described("Today's date by the server's clock, in the region's time zone.", calendarDate),
      planYearOptions: z.array(planYearOption),
      onlyLongestPlans: z.boolean(),
      allowFeeVarianceUpdates: z.boolean(),
      allowOutstandingFeeUpdates: z.boolean(),
      requiresManualReview: z.boolean(),
    }),
  ),
  alsoCollected: described(
    "The collections of the family's plans for other years, by day. They may fall on a payment day of this plan.",
    z.array(z.object({ date: calendarDate, amount, tuitionYear: year })),
  ),
  whyNotEditable: described(
    'The reason why saving is refused whatever is chosen; null if it is allowed.',
    z.nullable(z.enum(['plan_not_editable', 'plan_locked'])),
  ),
  flexible: described(
    'The possible changes of a running plan; null for any other.',
    z.nullable(flexiblePlan),
  ),
  schedule: described('The plan itself.', scheduleReply),
  beside: described(
    'The plan of the neighbouring year that the page links to; see `yearBeside`.',
    z.nullable(scheduleReply),
  ),
})
export type PlanMaterialReply = z.infer<typeof planMaterial>
/** The facts that the portal calculates plans from. */
export type PlanFactsReply = Omit<PlanMaterialReply, 'schedule' | 'beside' | 'flexible'>

const enrolment = z.object({
  id,
  larkwellId: described("The provider's id of the school.", id),
  instName: z.string(),
  studentName: z.string(),
  startYearLevel: z.string(),
  feeScheduleId: described(
    "Null while the school has published no fees for the enrolment's year.",
    z.nullable(id),
  ),
})
export type Enrolment = z.infer<typeof enrolment>

named({
  DurationOption: [durationOption, 'The possible lengths of a plan with this frequency.'],
  PlanYearOption: [
    planYearOption,
    "A school year that a plan may be made for, and that plan's possible frequencies and lengths.",
  ],
  FamilyFee: [familyFee, 'A fee that a family pays once, however many children it has there.'],
  StudentFeeBreakdown: [studentFeeBreakdown, 'The fees of one student.'],
  Letter: [letter, 'A file that was uploaded to prove a discount, from the reply to the upload.'],
  Variances: [variances, "The changes to the school's fees that a customer requests. Always sent in full."],
  PlanRequest: [planRequest, 'The choices that a plan is calculated from.'],
  NoPlan: [noPlan, 'There is no plan for that year.'],
  PaymentPlan: [plan, 'A payment plan of one school year.'],
  PaymentSchedule: [
    scheduleReply,
    '`planStatus` says whether there is a plan for that year; only then are there figures.',
  ],
  StoredVariances: [
    storedVariances,
    "The requested changes to the schools' fees, as a plan stores them in a normalised form.",
  ],
  PlanMaterial: [
    planMaterial,
    'All facts that a plan is calculated from, except the choices. With them the portal calculates the same figures as the server. Amounts are in minor units, because they are used in calculations and not displayed.',
  ],
  Enrolment: [enrolment, 'A student at a school.'],
})

export const paymentSchedule = endpoints({
  'GET /api/portal/customer/account/:accountId/payment-schedule': {
    summary: 'The payment plan of a school year; the current year by default',
    access: 'account',
    params: accountParams,
    query: z.object({ year: z.optional(yearInPath) }),
    reply: scheduleReply,
  },
  'GET /api/portal/customer/account/:accountId/plan-material': {
    summary:
      'The payment plan of a school year with all facts that it is calculated from, for a form that calculates as one types; the current year by default',
    access: 'account',
    params: accountParams,
    query: z.object({ year: z.optional(yearInPath) }),
    reply: planMaterial,
  },
  'GET /api/portal/customer/account/:accountId/calculate-estimate': {
    summary: 'A first estimate from the fees on file, to prefill an empty form',
    access: 'account',
    params: accountParams,
    reply: scheduleReply,
  },
  'POST /api/portal/customer/account/:accountId/calculate-plan': {
    summary: 'Calculates the cost of a plan with these choices; nothing is saved',
    access: 'account',
    params: accountParams,
    body: planRequest,
    reply: plan,
    refusals: ['not_found', 'fee_changes_not_allowed', 'no_fees'],
  },
  'POST /api/portal/customer/account/:accountId/save-plan': {
    summary: 'Recalculates the plan and saves it, or submits it to staff for review',
    description:
      'Send the `version` that the form was opened with: if somebody else has saved the plan since, the call is refused with `plan_changed` and nothing is overwritten.',
    access: 'account',
    params: accountParams,
    body: planRequest,
    reply: plan,
    refusals: [
      'not_found',
      'fee_changes_not_allowed',
      'no_fees',
      'plan_not_editable',
      'plan_locked',
      'plan_changed',
    ],
  },
  'POST /api/portal/customer/account/:accountId/discount-letters': {
    summary: 'Uploads a letter that proves a discount; refer to it when saving the plan',
    access: 'account',
    params: accountParams,
    upload: 'file',
    reply: letter,
    refusals: ['fee_changes_not_allowed', 'unsupported_media_type', 'payload_too_large'],
  },
  'GET /api/portal/customer/account/:accountId/year/:year/date/:date/repayment-duration-options': {
    summary: 'The possible lengths of a plan that starts on this date',
    access: 'account',
    params: z.object({
      accountId,
      year: yearInPath,
      date: described('The first day of the plan.', calendarDate),
    }),
    reply: z.object({ durationOptions: z.array(durationOption) }),
  },
  'GET /api/portal/customer/account/:accountId/enrolments': {
    summary: 'The students of the account and the schools they attend',
    access: 'account',
    params: accountParams,
    reply: z.array(enrolment),
  },
  'GET /api/portal/customer/account/:accountId/fee-schedule/:feeScheduleId': {
    summary: "A school's fees of one year",
    access: 'account',
    params: z.object({
      accountId,
      feeScheduleId: described("The id of a school's fees in one year, from an enrolment.", uuid),
    }),
    reply: z.object({
      id,
      year,
      institutionName: z.string(),
      items: z.array(z.object({ name: z.string(), yearLevel: z.string(), amount })),
    }),
  },
  'GET /api/portal/customer/selectable-fees/institution/:institutionId/year/:year': {
    summary: 'The fees of a school that a customer may add, by the year level a student starts in',
    access: 'customer',
    params: z.object({
      institutionId: described('The id of a school, from an enrolment.', id),
      year: yearInPath,
    }),
    reply: z.object({
      customerSelectableFees: z.record(
        z.string(),
        z.array(z.object({ name: z.string(), amount, options: z.array(z.string()) })),
      ),
      optionalFees: z.array(z.object({ name: z.string(), amount })),
    }),
  },
})
