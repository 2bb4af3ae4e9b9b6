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
  portionPercent: described("This payer's share, where a family splits the fee.", z.nullable(percent)),
  discountPercent: z.nullable(percent),
  isCapped: described(
    'A discount that takes off less than it says, because no more fees are left.',
    z.optional(z.literal(true)),
  ),
}

export const familyFee = z.object({
  name: z.string(),
  amount,
  school: described('Where several schools charge one.', z.optional(z.string())),
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
        "A discount that rests on the family's word until staff have confirmed it.",
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
            'The option chosen, or the sum where the fee is one of any size.',
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
      'Which version of the plan the form was opened with, null for none: a plan that has changed since is not overwritten.',
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

export const plan = z.object({
  planStatus: z.enum(statusesOfAPlan),
  accountPlanId: described('Null while the plan is only calculated.', z.nullable(id)),
  version: described('Counts the saves; null while there was none.', z.nullable(z.int())),
  lastSaved: described(
    "Whose save that version is; null while the plan is only calculated. Staff may save in a customer's name.",
    z.nullable(z.object({ by: z.enum(planSavers), byYou: z.boolean(), at: instant })),
  ),
  temporaryUntil: described(
    'The last day of a plan that was tailored for a while; null for any other.',
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
  totalFixedFees: described(
    'What the schools charge whatever a family chooses, before anything is taken off.',
    amount,
  ),
  outstandingFees: amount,
  outstandingFeesCovered: z.boolean(),
  partYearAdjustment: described(
    'Set when the customer joined after the school year had begun.',
    z.nullable(amount),
  ),
  familyFees: z.array(familyFee),
  basedOnFeeScheduleYear: described(
    "Earlier than the plan's year while the school has not published that year's fees.",
    year,
  ),
  nextRepaymentDate: z.nullable(calendarDate),
  studentFeeBreakdown: z.array(studentFeeBreakdown),
  payments: described(
    'Each payment, in order; none while the plan waits for a review.',
    z.array(
      z.object({
        dueDate: described("By the plan's rhythm.", calendarDate),
        date: described(
          'The day on which it was or will be collected: the same, the next one on which the banks are open, the day of a later try, or a later one because its notice was late.',
          calendarDate,
        ),
        amount,
        status: z.enum(planPaymentStatuses),
        retryOn: described(
          'Set for one that failed and is tried again: the same as `date`.',
          z.optional(calendarDate),
        ),
        isExtra: described(
          "Set for what was paid besides the plan's payments, which is not counted among them.",
          z.optional(z.literal(true)),
        ),
        movedFrom: described(
          'The day on which it was to be collected before the family moved it.',
          z.optional(calendarDate),
        ),
      }),
    ),
  ),
  variances: described(
    'As they were last sent, so that the form can be opened again without losing any.',
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
  holidays: described(
    'The days on which banks do not clear, for all years that a plan can reach.',
    z.array(holiday),
  ),
  outstandingFeesLimitMinor: z.int(),
  balanceMinor: z.int(),
  freeCreditMinor: z.int(),
  offer: described(
    'What may be chosen, on this day.',
    z.object({
      today: described("By the server's clock, in the region's zone.", calendarDate),
      planYearOptions: z.array(planYearOption),
      onlyLongestPlans: z.boolean(),
      allowFeeVarianceUpdates: z.boolean(),
      allowOutstandingFeeUpdates: z.boolean(),
      requiresManualReview: z.boolean(),
    }),
  ),
  alsoCollected: described(
    "What is collected of the family's plans for other years, by day: it may fall on a payment day of this one.",
    z.array(z.object({ date: calendarDate, amount, tuitionYear: year })),
  ),
  whyNotEditable: described(
    'Why saving would be refused whatever is chosen; null where it would not.',
    z.nullable(z.enum(['plan_not_editable', 'plan_locked'])),
  ),
  flexible: described(
    'What can be changed of a plan that runs; null for any other.',
    z.nullable(flexiblePlan),
  ),
  schedule: described('The plan itself.', scheduleReply),
  beside: described(
    'The plan of the year that a parent wants to get to from here; see `yearBeside`.',
    z.nullable(scheduleReply),
  ),
})
export type PlanMaterialReply = z.infer<typeof planMaterial>
/** What the portal calculates with. */
export type PlanFactsReply = Omit<PlanMaterialReply, 'schedule' | 'beside' | 'flexible'>

const enrolment = z.object({
  id,
  larkwellId: described('The school, as the provider numbers it.', id),
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
  DurationOption: [durationOption, 'How long a plan with this rhythm may run.'],
  PlanYearOption: [planYearOption, 'A school year that a plan may be made for, and how that plan may run.'],
  FamilyFee: [familyFee, 'A fee that a family pays once, however many children it has there.'],
  StudentFeeBreakdown: [studentFeeBreakdown, 'The fees of one student.'],
  Letter: [letter, 'A file that was uploaded to prove a discount, as the upload replied.'],
  Variances: [
    variances,
    "What a customer asks to have changed about the school's fees. Sent whole each time.",
  ],
  PlanRequest: [planRequest, 'The choices that a plan is calculated from.'],
  NoPlan: [noPlan, 'There is no plan for that year.'],
  PaymentPlan: [plan, 'A payment plan of one school year.'],
  PaymentSchedule: [
    scheduleReply,
    '`planStatus` says whether there is a plan for that year; the figures come only with one.',
  ],
  StoredVariances: [
    storedVariances,
    "What a plan asks of the schools' fees, as it is kept: one way to write each wish.",
  ],
  PlanMaterial: [
    planMaterial,
    'Everything that a plan is calculated from, except the choices: with it the portal comes to the same figures as the server. Sums are in minor units, because they are not shown but calculated with.',
  ],
  Enrolment: [enrolment, 'A student at a school.'],
})

export const paymentSchedule = endpoints({
  'GET /api/portal/customer/account/:accountId/payment-schedule': {
    summary: 'The payment plan of a school year; of the current one when no year is asked for',
    access: 'account',
    params: accountParams,
    query: z.object({ year: z.optional(yearInPath) }),
    reply: scheduleReply,
  },
  'GET /api/portal/customer/account/:accountId/plan-material': {
    summary:
      'The payment plan of a school year with all that it is calculated from, for a form that shows its figures at once; the current year when none is asked for',
    access: 'account',
    params: accountParams,
    query: z.object({ year: z.optional(yearInPath) }),
    reply: planMaterial,
  },
  'GET /api/portal/customer/account/:accountId/calculate-estimate': {
    summary: 'A first estimate from the fees on file, to start an empty form with',
    access: 'account',
    params: accountParams,
    reply: scheduleReply,
  },
  'POST /api/portal/customer/account/:accountId/calculate-plan': {
    summary: 'What a plan with these choices would cost; nothing is saved',
    access: 'account',
    params: accountParams,
    body: planRequest,
    reply: plan,
    refusals: ['not_found', 'fee_changes_not_allowed', 'no_fees'],
  },
  'POST /api/portal/customer/account/:accountId/save-plan': {
    summary: 'Calculates the plan once more and saves it, or hands it to staff for review',
    description:
      'Send the `version` that the form was opened with: a plan that somebody else has saved since is refused with `plan_changed` instead of being overwritten.',
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
    summary: 'Uploads a letter that proves a discount; the plan that is saved next names it',
    access: 'account',
    params: accountParams,
    upload: 'file',
    reply: letter,
    refusals: ['fee_changes_not_allowed', 'unsupported_media_type', 'payload_too_large'],
  },
  'GET /api/portal/customer/account/:accountId/year/:year/date/:date/repayment-duration-options': {
    summary: 'How long a plan may run that starts on this date',
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
      feeScheduleId: described('The fees of a school in one year, by the id that an enrolment has.', uuid),
    }),
    reply: z.object({
      id,
      year,
      institutionName: z.string(),
      items: z.array(z.object({ name: z.string(), yearLevel: z.string(), amount })),
    }),
    refusals: ['not_found'],
  },
  'GET /api/portal/customer/selectable-fees/institution/:institutionId/year/:year': {
    summary: 'The fees of a school that a customer may add, by the year level a student starts in',
    access: 'customer',
    params: z.object({
      institutionId: described('A school, by the id that an enrolment has.', id),
      year: yearInPath,
    }),
    reply: z.object({
      customerSelectableFees: z.record(
        z.string(),
        z.array(z.object({ name: z.string(), amount, options: z.array(z.string()) })),
      ),
      optionalFees: z.array(z.object({ name: z.string(), amount })),
    }),
    refusals: ['not_found'],
  },
})
