import * as z from 'zod/mini'
import { productTypes } from '#domain/accounts.ts'
import { feeChangeOutcomes, feeReviewReasons } from '#domain/plan/fee-change.ts'
import { planStatuses } from '#domain/plan/payment-schedule.ts'
import { regions } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { feesSent } from './staff-schools.ts'
import { change, uuid } from './staff-wire.ts'
import { amount, calendarDate, id, instant, year, yearInPath } from './wire.ts'

export const feeChangeStatuses = ['Previewed', 'Replaced', 'Applying', 'Applied'] as const

const amounts = z.object({
  total: amount,
  toCollect: described('Null where nobody can say until people have decided.', z.nullable(amount)),
  each: described('The next payment, and each but the last.', z.nullable(amount)),
})

const affectedPlan = z.object({
  accountId: id,
  shortId: z.string(),
  familyName: z.nullable(z.string()),
  productType: z.enum(productTypes),
  planId: id,
  tuitionYear: year,
  planStatus: z.enum(planStatuses),
  outcome: described('What will happen to it, and once it is done, what did.', z.enum(feeChangeOutcomes)),
  reason: described(
    'Why people have to look at it.',
    z.nullable(z.enum(Object.keys(feeReviewReasons) as (keyof typeof feeReviewReasons)[])),
  ),
  before: amounts,
  after: described('Null where the new fees cannot be calculated.', z.nullable(amounts)),
  firstOn: described('When the first changed payment is taken.', z.nullable(calendarDate)),
  isDone: z.boolean(),
})

const feeChange = z.object({
  id,
  status: z.enum(feeChangeStatuses),
  schoolId: id,
  schoolName: z.string(),
  region: z.enum(regions),
  year,
  previewedAt: instant,
  replacedBy: described('The preview that took its place.', z.nullable(id)),
  plans: z.array(affectedPlan),
  counts: z.object({ recalculated: z.int(), review: z.int(), unchanged: z.int(), pending: z.int() }),
  totals: described('Over the plans that are recalculated.', z.object({ before: amounts, after: amounts })),
})
export type StaffFeeChange = z.infer<typeof feeChange>

const feeChangeParams = z.object({
  feeChangeId: described('A change of fees, by the id that its preview has.', uuid),
})

named({
  FeeChangeAmounts: [amounts, 'What a plan comes to.'],
  AffectedPlan: [affectedPlan, 'A plan that other fees touch.'],
  StaffFeeChange: [feeChange, 'Other fees for a year, and what they do to every plan.'],
})

/** Other fees for a year that families pay for already: looked at first, then applied to their plans. */
export const staffFeeChanges = endpoints({
  'POST /api/staff/schools/:schoolId/fee-schedules/:year/preview': {
    summary: 'What other fees would do to every plan; nothing changes, but the preview is kept to be applied',
    access: 'staff',
    role: 'admin',
    params: z.object({ schoolId: described('A school.', uuid), year: yearInPath }),
    body: change(feesSent),
    reply: feeChange,
    refusals: ['not_found'],
  },
  'GET /api/staff/fee-changes/:feeChangeId': {
    summary: 'A change of fees: what it does to every plan, and how far it is carried out',
    access: 'staff',
    role: 'operations',
    params: feeChangeParams,
    reply: feeChange,
    refusals: ['not_found'],
  },
  'POST /api/staff/fee-changes/:feeChangeId/apply': {
    summary:
      'Writes the fees, recalculates the plans and tells the families; where amounts have changed since the preview, replies with a new preview instead',
    access: 'staff',
    role: 'admin',
    params: feeChangeParams,
    body: change({}),
    reply: z.object({
      outcome: described(
        'Changed: nothing was applied, and `feeChange` is a new preview to look at.',
        z.enum(['Applied', 'Applying', 'Changed']),
      ),
      feeChange,
    }),
    refusals: ['not_found', 'fee_change_under_way'],
  },
})
