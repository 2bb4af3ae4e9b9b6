import * as z from 'zod/mini'
import {
  portalPaymentMethods,
  regionalPaymentMethods,
  surchargeAbsorptions,
} from '#domain/payment-methods/payment-methods.ts'
import { regions } from '#domain/region.ts'
import { cardGroups } from '#domain/payment-methods/surcharges.ts'
import { described, named } from './documented.ts'
import { approval, awaitsApproval } from './staff-approvals.ts'
import { flexibilityLimits, type Flexibility } from '#domain/plan/changes/flexibility.ts'
import { feeItemKinds } from '#domain/plan/plan-material.ts'
import { endpoints } from './endpoint.ts'
import { email } from './login.ts'
import { change, uuid } from './staff-wire.ts'
import { amount, amountSent, calendarDate, id, line, percent, year, yearInPath } from './wire.ts'

/** The limits on amounts that families may enter; null for the default. */
const limits = {
  discountLimitPercent: described(
    "The share of a student's discountable fees above which staff review the plan first.",
    z.nullable(percent),
  ),
}

const upTo = (most: number, least = 0) => z.nullable(z.int().check(z.minimum(least), z.maximum(most)))

const flexibility = z.strictObject({
  movesPerYear: upTo(flexibilityLimits.movesPerYear),
  mostDaysLater: upTo(flexibilityLimits.mostDaysLater, 1),
  mostSkipped: described('0 if families may not skip payments.', upTo(flexibilityLimits.mostSkipped)),
  skipsPerYear: upTo(flexibilityLimits.skipsPerYear),
  reviewsMoreSkips: z.nullable(z.boolean()),
  mayEndLater: z.nullable(z.boolean()),
  monthsAfterYear: upTo(flexibilityLimits.monthsAfterYear),
  mayPayExtra: z.nullable(z.boolean()),
} satisfies Record<keyof Flexibility, z.ZodMiniType>)

/** The policies of a school for its families' payments. */
const policies = {
  name: line(100),
  email,
  phone: line(30),
  bpayBillerCode: described(
    'Null if families do not pay by BPAY.',
    z.nullable(z.string().check(z.regex(/^\d{3,10}$/))),
  ),
  absorbCardSurcharge: z.enum(surchargeAbsorptions),
  allowedRegionalMethods: z.array(z.enum(regionalPaymentMethods)).check(z.minLength(1), z.maxLength(10)),
  allowedPortalMethods: z.array(z.enum(portalPaymentMethods)).check(z.minLength(1), z.maxLength(10)),
  showsDirectDebitAuthorisation: z.boolean(),
  requiresManualReview: z.boolean(),
  allowsFeeVarianceUpdates: z.boolean(),
  allowsOutstandingFeeUpdates: z.boolean(),
  showsBreakdown: z.boolean(),
  onlyLongestPlans: described('Whether plans always run to the end of the year.', z.boolean()),
  renewalOpensDays: described(
    "The number of days before the end of a tuition year from which next year's plans are made; null while unknown.",
    z.nullable(z.int().check(z.minimum(0), z.maximum(366))),
  ),
  renewsOnLastFees: z.boolean(),
}

const school = z.object({
  id,
  larkwellId: z.string(),
  region: z.enum(regions),
  ...policies,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  dishonourFee: described('The fee for a returned debit.', amount),
  ...limits,
  outstandingFeesLimit: z.nullable(amount),
  flexibility,
})
export type StaffSchool = z.infer<typeof school>

const term = z.object({
  no: z.int().check(z.minimum(1), z.maximum(12)),
  startsOn: calendarDate,
  endsOn: calendarDate,
})

const feeItem = {
  kind: z.enum(feeItemKinds),
  yearLevel: described('Null applies to every year level.', z.nullable(line(40))),
  name: line(80),
  percent: z.nullable(percent),
  isDiscountable: z.boolean(),
  taxPercent: percent,
  options: described('The options that a family chooses from.', z.array(line(60)).check(z.maxLength(40))),
}

const feeSchedule = z.object({
  id,
  schoolId: id,
  schoolName: z.string(),
  region: z.enum(regions),
  year,
  terms: z.array(term),
  items: z.array(z.object({ id, ...feeItem, amount: z.nullable(amount) })),
})
export type StaffFeeSchedule = z.infer<typeof feeSchedule>

const limitsSent = {
  discountLimitPercent: z.optional(limits.discountLimitPercent),
  outstandingFeesLimit: described(
    'The highest amount of outstanding fees that a family may enter.',
    z.optional(z.nullable(amountSent)),
  ),
  flexibility: described('Fields left out are unchanged.', z.optional(z.partial(flexibility))),
}

/** A school's fees for a year, as a request sends them. */
export const feesSent = {
  terms: z.array(term).check(z.minLength(1), z.maxLength(12)),
  items: z
    .array(z.strictObject({ ...feeItem, amount: z.nullable(amountSent) }))
    .check(z.minLength(1), z.maxLength(1000)),
}

const schoolParams = z.object({ schoolId: described('A school.', uuid) })

const rate = z.object({
  region: z.enum(regions),
  cardGroup: z.enum(cardGroups),
  percent,
  validFrom: calendarDate,
  validTo: z.nullable(calendarDate),
})
export type StaffSurchargeRate = z.infer<typeof rate>

named({
  Flexibility: [flexibility, 'The changes that families may make to a running plan; null for the default.'],
  StaffSchool: [school, 'A school and its policies.'],
  Term: [term, 'A term of a school year.'],
  StaffFeeSchedule: [feeSchedule, "A school's fees for a year."],
  StaffSurchargeRate: [rate, 'The surcharge rate of a group of cards.'],
})

/** Schools, their fees, and the surcharge rates that apply to all of them. */
export const staffSchools = endpoints({
  'GET /api/staff/schools': {
    summary: 'All schools with their policies',
    access: 'support',
    reply: z.array(school),
  },
  'POST /api/staff/schools': {
    summary: 'Adds a school',
    access: 'admin',
    body: change({
      larkwellId: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{2,60}$/)),
      region: z.enum(regions),
      ...policies,
      dishonourFee: amountSent,
      ...limitsSent,
    }),
    reply: school,
    refusals: ['already_exists'],
  },
  'PUT /api/staff/schools/:schoolId': {
    summary: 'Changes the policies of a school; fields left out are unchanged',
    access: 'admin',
    params: schoolParams,
    body: change({
      ...(Object.fromEntries(
        Object.entries(policies).map(([name, schema]) => [name, z.optional(schema)]),
      ) as { [Name in keyof typeof policies]: z.ZodMiniOptional<(typeof policies)[Name]> }),
      dishonourFee: z.optional(amountSent),
      ...limitsSent,
    }),
    reply: school,
  },
  'GET /api/staff/schools/:schoolId/fee-schedules': {
    summary: 'The tuition years that a school has fees for',
    access: 'support',
    params: schoolParams,
    reply: z.array(z.object({ id, year, termCount: z.int(), itemCount: z.int() })),
  },
  'GET /api/staff/schools/:schoolId/fee-schedules/:year': {
    summary: "A school's fees and terms of a tuition year",
    access: 'support',
    params: z.object({ schoolId: described('A school.', uuid), year: yearInPath }),
    reply: feeSchedule,
  },
  'PUT /api/staff/schools/:schoolId/fee-schedules/:year': {
    summary:
      "Replaces a school's fees for a tuition year; refused if plans depend on them, which needs a preview first",
    access: 'admin',
    params: z.object({ schoolId: described('A school.', uuid), year: yearInPath }),
    body: change(feesSent),
    reply: feeSchedule,
    refusals: ['fees_in_use'],
  },
  'GET /api/staff/surcharge-rates': {
    summary: 'The past, current and future card surcharge rates',
    access: 'support',
    reply: z.array(rate),
  },
  'POST /api/staff/surcharge-rates': {
    summary: 'Requests a new rate from a given day; the previous rate ends the day before',
    access: 'admin',
    body: change({
      region: z.enum(regions),
      cardGroup: z.enum(cardGroups),
      percent: described(
        "At most the region's cap, which is in the settings.",
        z.number().check(z.multipleOf(0.01), z.minimum(0), z.maximum(100)),
      ),
      validFrom: calendarDate,
    }),
    asksFor: 'SurchargeRate',
    accepted: awaitsApproval,
    reply: approval,
    refusals: ['not_possible'],
  },
  'POST /api/staff/surcharge-rates/withdraw': {
    summary: 'Withdraws a rate that has not started; the previous rate continues',
    access: 'admin',
    body: change({ region: z.enum(regions), cardGroup: z.enum(cardGroups), validFrom: calendarDate }),
    reply: z.array(rate),
    refusals: ['not_found'],
  },
})
