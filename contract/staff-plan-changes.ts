import * as z from 'zod/mini'
import { changeKinds, changeStatuses } from '#domain/plan/changes/plan-change.ts'
import { skipOutcomes } from '#domain/plan/changes/skip.ts'
import { regions } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { change, uuid, accountId } from './staff-wire.ts'
import { amount, calendarDate, id, instant, yearInPath } from './wire.ts'

const collected = z.nullable(z.object({ on: calendarDate, amount }))

const consequences = z.object({
  payments: z.array(z.object({ dueOn: calendarDate, before: collected, after: collected })),
  total: z.object({ before: amount, after: amount }),
  lastOn: z.object({ before: z.nullable(calendarDate), after: z.nullable(calendarDate) }),
})
export type ChangeConsequences = z.infer<typeof consequences>

const changedPlan = z.object({
  region: z.enum(regions),
  changeId: described('Null for a preview.', z.nullable(id)),
  version: described('The plan version that it was calculated from.', z.int()),
  isTriedAgain: described('Whether it concerns a payment that had failed or was overdue.', z.boolean()),
  consequences,
})
export type StaffChangedPlan = z.infer<typeof changedPlan>

const failed = z.object({
  dueOn: calendarDate,
  since: described('The day on which it was to be collected.', calendarDate),
  amount: described('The unpaid part of it.', amount),
  tries: z.int(),
  triedOn: described('The day of the automatic retry; null if it is overdue.', z.nullable(calendarDate)),
  firstDay: described('The first day on which staff can have it retried.', z.nullable(calendarDate)),
  lastDay: z.nullable(calendarDate),
  methods: described(
    'The methods that it can be retried with, the usual one first.',
    z.array(z.object({ id, name: z.string() })),
  ),
  whyNot: described('The reason why it cannot be retried, and what to do instead.', z.nullable(z.string())),
})

const running = z.object({
  region: z.enum(regions),
  planId: id,
  version: z.int(),
  movesLeft: described('The number of moves that the family has left.', z.int()),
  skipsLeft: z.int(),
  lastDay: calendarDate,
  days: described('The due dates of all payments of the plan, paid or not, in order.', z.array(calendarDate)),
  coming: z.array(
    z.object({
      dueOn: calendarDate,
      on: calendarDate,
      amount,
      changeableUntil: calendarDate,
      method: described('The payment method.', z.nullable(z.string())),
    }),
  ),
  failed: described('Failed payments that are still unpaid, oldest first.', z.array(failed)),
  changes: described(
    'Newest first.',
    z.array(
      z.object({
        id,
        kind: z.enum(changeKinds),
        status: z.enum(changeStatuses),
        madeAt: instant,
        by: z.enum(['Customer', 'Staff']),
        undoUntil: z.nullable(calendarDate),
      }),
    ),
  ),
  asked: described(
    "The family's open request, calculated for the current plan.",
    z.nullable(
      z.object({
        changeId: id,
        reviewId: z.nullable(id),
        answerBy: calendarDate,
        consequences: z.nullable(consequences),
        whyNot: described('The reason why it can no longer be granted.', z.nullable(z.string())),
      }),
    ),
  ),
})
export type StaffRunningPlan = z.infer<typeof running>

const planOfYear = z.object({ accountId, year: yearInPath })

/** Without `isPreview` the change is made; without `version` the current plan is used. */
const request = { isPreview: z.optional(z.boolean()), version: z.optional(z.int()) }

named({
  ChangeConsequences: [
    consequences,
    'The effect of a change on a plan: every remaining payment, before and after. The totals are equal, unless an overdue payment is scheduled again.',
  ],
  StaffChangedPlan: [changedPlan, 'The plan after a change or in a preview of one.'],
  StaffRunningPlan: [running, 'A running plan, and its possible changes.'],
})

/** Changes of a running plan that staff make for a family. */
export const staffPlanChanges = endpoints({
  'GET /api/staff/accounts/:accountId/plans/:year/changes': {
    summary: "The possible changes of a running plan, those made, and the family's open request",
    access: 'operations',
    params: planOfYear,
    reply: running,
    refusals: ['plan_changed'],
  },
  'POST /api/staff/accounts/:accountId/plans/:year/move-payment': {
    summary: 'Collects one payment, overdue or not, on another day, or previews this; the family is notified',
    access: 'operations',
    params: planOfYear,
    body: change({
      ...request,
      dueOn: calendarDate,
      to: calendarDate,
      sourceId: described(
        'The method for retrying a failed payment; by default the usual one.',
        z.optional(uuid),
      ),
    }),
    reply: changedPlan,
    refusals: ['plan_changed', 'payment_locked', 'day_not_offered', 'source_unusable', 'cannot_be_tried'],
  },
  'POST /api/staff/accounts/:accountId/plans/:year/skip-payments': {
    summary: 'Skips one to three payments, or previews this; the family is notified',
    access: 'operations',
    params: planOfYear,
    body: change({
      ...request,
      dueOn: z.array(calendarDate).check(z.minLength(1), z.maxLength(3)),
      outcome: z.enum(skipOutcomes),
    }),
    reply: changedPlan,
    refusals: ['plan_changed', 'payment_locked', 'skip_not_possible'],
  },
  'POST /api/staff/accounts/:accountId/plans/:year/undo-change': {
    summary: 'Undoes a change, or previews this; the family is notified',
    access: 'operations',
    params: planOfYear,
    body: change({ ...request, changeId: uuid }),
    reply: changedPlan,
    refusals: ['plan_changed', 'undo_too_late'],
  },
})
