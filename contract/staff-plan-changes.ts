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
  changeId: described('Null while it is only a preview.', z.nullable(id)),
  version: described('Of the plan that it was calculated on.', z.int()),
  isTriedAgain: described('It is about a payment that had failed or was overdue.', z.boolean()),
  consequences,
})
export type StaffChangedPlan = z.infer<typeof changedPlan>

const failed = z.object({
  dueOn: calendarDate,
  since: described('When it was to be collected.', calendarDate),
  amount: described('What of it is not paid.', amount),
  tries: z.int(),
  triedOn: described('When it is tried again by itself; null where it is overdue.', z.nullable(calendarDate)),
  firstDay: described('The days between which staff can have it tried.', z.nullable(calendarDate)),
  lastDay: z.nullable(calendarDate),
  methods: described(
    'What it can be tried from; first what pays it by itself.',
    z.array(z.object({ id, name: z.string() })),
  ),
  whyNot: described('Why it cannot be tried, and what to do instead.', z.nullable(z.string())),
})

const running = z.object({
  region: z.enum(regions),
  planId: id,
  version: z.int(),
  movesLeft: described('What the family may still do itself.', z.int()),
  skipsLeft: z.int(),
  lastDay: calendarDate,
  days: described(
    'When the payments of the plan are due, paid or not: the place of each.',
    z.array(calendarDate),
  ),
  coming: z.array(
    z.object({
      dueOn: calendarDate,
      on: calendarDate,
      amount,
      changeableUntil: calendarDate,
      method: described('What it is taken from.', z.nullable(z.string())),
    }),
  ),
  failed: described('What was not collected and is not paid, the oldest first.', z.array(failed)),
  changes: described(
    'The newest first.',
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
    'What the family has asked for, as it would come out now.',
    z.nullable(
      z.object({
        changeId: id,
        reviewId: z.nullable(id),
        answerBy: calendarDate,
        consequences: z.nullable(consequences),
        whyNot: described('Why it can no longer be granted.', z.nullable(z.string())),
      }),
    ),
  ),
})
export type StaffRunningPlan = z.infer<typeof running>

const planOfYear = z.object({ accountId, year: yearInPath })

/** Left out `isPreview` makes the change; left out `version` takes the plan as it is. */
const wish = { isPreview: z.optional(z.boolean()), version: z.optional(z.int()) }

named({
  ChangeConsequences: [
    consequences,
    'What a change makes of a plan: every payment to come, before and after. Both come to the same total, unless an overdue payment is to come again.',
  ],
  StaffChangedPlan: [changedPlan, 'The plan after a change, or before it as a preview.'],
  StaffRunningPlan: [running, 'A plan that runs, and what may be changed of it.'],
})

/** Changes of a plan that runs, which staff make for a family. */
export const staffPlanChanges = endpoints({
  'GET /api/staff/accounts/:accountId/plans/:year/changes': {
    summary: 'What of a running plan can be changed, what was, and what the family asks for',
    access: 'staff',
    role: 'operations',
    params: planOfYear,
    reply: running,
    refusals: ['not_found', 'plan_changed'],
  },
  'POST /api/staff/accounts/:accountId/plans/:year/move-payment': {
    summary:
      'Collects one payment on another day, overdue or not, or shows what that means; the family is told',
    access: 'staff',
    role: 'operations',
    params: planOfYear,
    body: change({
      ...wish,
      dueOn: calendarDate,
      to: calendarDate,
      sourceId: described(
        'Of a payment that failed: the method to try. Left out, the one that pays by itself.',
        z.optional(uuid),
      ),
    }),
    reply: changedPlan,
    refusals: [
      'not_found',
      'plan_changed',
      'payment_locked',
      'day_not_offered',
      'source_unusable',
      'cannot_be_tried',
    ],
  },
  'POST /api/staff/accounts/:accountId/plans/:year/skip-payments': {
    summary: 'Leaves out one to three payments, or shows what that would mean; the family is told',
    access: 'staff',
    role: 'operations',
    params: planOfYear,
    body: change({
      ...wish,
      dueOn: z.array(calendarDate).check(z.minLength(1), z.maxLength(3)),
      outcome: z.enum(skipOutcomes),
    }),
    reply: changedPlan,
    refusals: ['not_found', 'plan_changed', 'payment_locked', 'skip_not_possible'],
  },
  'POST /api/staff/accounts/:accountId/plans/:year/undo-change': {
    summary: 'Takes back a change, or shows what that would mean; the family is told',
    access: 'staff',
    role: 'operations',
    params: planOfYear,
    body: change({ ...wish, changeId: uuid }),
    reply: changedPlan,
    refusals: ['not_found', 'plan_changed', 'undo_too_late'],
  },
})
