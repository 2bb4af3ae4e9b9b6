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
  toCollect: described('Null until staff have decided.', z.nullable(amount)),
  each: described('The amount of each payment except the last.', z.nullable(amount)),
})

const affectedPlan = z.object({
  accountId: id,
  shortId: z.string(),
  familyName: z.nullable(z.string()),
  productType: z.enum(productTypes),
  planId: id,
  tuitionYear: year,
  planStatus: z.enum(planStatuses),
  outcome: described('The planned outcome, and once applied, the actual one.', z.enum(feeChangeOutcomes)),
  reason: described(
    'The reason why staff must review it.',
    z.nullable(z.enum(Object.keys(feeReviewReasons) as (keyof typeof feeReviewReasons)[])),
  ),
  before: amounts,
  after: described('Null if the new fees cannot be calculated.', z.nullable(amounts)),
  firstOn: described('The day of the first changed payment.', z.nullable(calendarDate)),
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
  replacedBy: described('The preview that replaced it.', z.nullable(id)),
  plans: z.array(affectedPlan),
  counts: z.object({ recalculated: z.int(), review: z.int(), unchanged: z.int(), pending: z.int() }),
  totals: described('The totals of the recalculated plans.', z.object({ before: amounts, after: amounts })),
})
export type StaffFeeChange = z.infer<typeof feeChange>

const feeChangeParams = z.object({
  feeChangeId: described('The id of a fee change, from its preview.', uuid),
})

named({
  FeeChangeAmounts: [amounts, 'The amounts of a plan.'],
  AffectedPlan: [affectedPlan, 'A plan that new fees affect.'],
  StaffFeeChange: [feeChange, 'New fees for a year, and their effect on every plan.'],
})

/** New fees for a year that families already pay for: previewed first, then applied to their plans. */
export const staffFeeChanges = endpoints({
  'POST /api/staff/schools/:schoolId/fee-schedules/:year/preview': {
    summary:
      'Previews the effect of new fees on every plan; nothing changes, and the preview is stored to be applied',
    access: 'admin',
    params: z.object({ schoolId: described('A school.', uuid), year: yearInPath }),
    body: change(feesSent),
    reply: feeChange,
  },
  'GET /api/staff/fee-changes/:feeChangeId': {
    summary: 'A fee change: its effect on every plan, and its progress',
    access: 'operations',
    params: feeChangeParams,
    reply: feeChange,
  },
  'POST /api/staff/fee-changes/:feeChangeId/apply': {
    summary:
      'Writes the fees, recalculates the plans and notifies the families; if amounts have changed since the preview, returns a new preview instead',
    access: 'admin',
    params: feeChangeParams,
    body: change({}),
    reply: z.object({
      outcome: described(
        '`Changed` means that nothing was applied and `feeChange` is a new preview.',
        z.enum(['Applied', 'Applying', 'Changed']),
      ),
      feeChange,
    }),
    refusals: ['fee_change_under_way'],
  },
})
