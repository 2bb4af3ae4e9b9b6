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

/** What families may enter by themselves; null for the usual. */
const limits = {
  discountLimitPercent: described(
    "Of a student's discountable fees: above it staff look at the plan first.",
    z.nullable(percent),
  ),
}

const upTo = (most: number, least = 0) => z.nullable(z.int().check(z.minimum(least), z.maximum(most)))

const flexibility = z.strictObject({
  movesPerYear: upTo(flexibilityLimits.movesPerYear),
  mostDaysLater: upTo(flexibilityLimits.mostDaysLater, 1),
  mostSkipped: described('0 where families skip nothing.', upTo(flexibilityLimits.mostSkipped)),
  skipsPerYear: upTo(flexibilityLimits.skipsPerYear),
  reviewsMoreSkips: z.nullable(z.boolean()),
  mayEndLater: z.nullable(z.boolean()),
  monthsAfterYear: upTo(flexibilityLimits.monthsAfterYear),
  mayPayExtra: z.nullable(z.boolean()),
} satisfies Record<keyof Flexibility, z.ZodMiniType>)

/** What a school decides about its families' payments. */
const policies = {
  name: line(100),
  email,
  phone: line(30),
  bpayBillerCode: described(
    'Null where families do not pay by BPAY.',
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
  onlyLongestPlans: described('Plans run to the end of the year, and no shorter.', z.boolean()),
  renewalOpensDays: described(
    'So many days before the end of a tuition year plans for the next are made; null while that is not known.',
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
  dishonourFee: described('What a family is charged for a debit that its bank sends back.', amount),
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
  options: described('What a family chooses among.', z.array(line(60)).check(z.maxLength(40))),
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
    'The most outstanding fees that a family may enter.',
    z.optional(z.nullable(amountSent)),
  ),
  flexibility: described('What is left out stays as it is.', z.optional(z.partial(flexibility))),
}

/** What a school charges in a year, as it is sent. */
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
  Flexibility: [flexibility, 'What families may change of a plan that runs; null for the usual.'],
  StaffSchool: [school, 'A school and its policies.'],
  Term: [term, 'A term of a school year.'],
  StaffFeeSchedule: [feeSchedule, 'What a school charges in a year.'],
  StaffSurchargeRate: [rate, 'What paying with a group of cards costs on top.'],
})

/** Schools, what they charge, and the calendars and rates that hold for all of them. */
export const staffSchools = endpoints({
  'GET /api/staff/schools': {
    summary: 'All schools with their policies',
    access: 'staff',
    role: 'support',
    reply: z.array(school),
  },
  'POST /api/staff/schools': {
    summary: 'Takes on a school',
    access: 'staff',
    role: 'admin',
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
    summary: 'Changes the policies of a school; what is left out stays as it is',
    access: 'staff',
    role: 'admin',
    params: schoolParams,
    body: change({
      ...(Object.fromEntries(
        Object.entries(policies).map(([name, schema]) => [name, z.optional(schema)]),
      ) as { [Name in keyof typeof policies]: z.ZodMiniOptional<(typeof policies)[Name]> }),
      dishonourFee: z.optional(amountSent),
      ...limitsSent,
    }),
    reply: school,
    refusals: ['not_found'],
  },
  'GET /api/staff/schools/:schoolId/fee-schedules': {
    summary: 'The tuition years that a school has fees for',
    access: 'staff',
    role: 'support',
    params: schoolParams,
    reply: z.array(z.object({ id, year, termCount: z.int(), itemCount: z.int() })),
    refusals: ['not_found'],
  },
  'GET /api/staff/schools/:schoolId/fee-schedules/:year': {
    summary: 'What a school charges in a tuition year, and its terms',
    access: 'staff',
    role: 'support',
    params: z.object({ schoolId: described('A school.', uuid), year: yearInPath }),
    reply: feeSchedule,
    refusals: ['not_found'],
  },
  'PUT /api/staff/schools/:schoolId/fee-schedules/:year': {
    summary:
      'Writes what a school charges in a tuition year, in place of what was there; refused where plans depend on it, which need a preview first',
    access: 'staff',
    role: 'admin',
    params: z.object({ schoolId: described('A school.', uuid), year: yearInPath }),
    body: change(feesSent),
    reply: feeSchedule,
    refusals: ['not_found', 'fees_in_use'],
  },
  'GET /api/staff/surcharge-rates': {
    summary: 'What paying by card costs on top: the rates there were, are and will be',
    access: 'staff',
    role: 'support',
    reply: z.array(rate),
  },
  'POST /api/staff/surcharge-rates': {
    summary: 'Asks to set a rate from a day on; the one before ends the day before',
    access: 'staff',
    role: 'admin',
    body: change({
      region: z.enum(regions),
      cardGroup: z.enum(cardGroups),
      percent: described(
        'At most the cap of the region, which the settings tell.',
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
    summary: 'Takes back a rate that has not started; the one before goes on in its place',
    access: 'staff',
    role: 'admin',
    body: change({ region: z.enum(regions), cardGroup: z.enum(cardGroups), validFrom: calendarDate }),
    reply: z.array(rate),
    refusals: ['not_found'],
  },
})
