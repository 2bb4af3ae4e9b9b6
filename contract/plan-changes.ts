import * as z from 'zod/mini'
import { repaymentSourceTypes } from '#domain/payment-methods/payment-methods.ts'
import { extraOutcomes } from '#domain/plan/changes/extra.ts'
import { changeStatuses } from '#domain/plan/changes/plan-change.ts'
import { skipOutcomes } from '#domain/plan/changes/skip.ts'
import { frequencies } from '#domain/plan/payment-schedule.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { accountParams, amount, calendarDate, id, instant, textVersion, uuid } from './wire.ts'

/** Amounts in minor units, because the portal calculates with them. */
const minor = z.int()

const paymentOn = z.object({ dueOn: calendarDate, on: calendarDate, amount: minor })

const extraEffect = {
  left: z.object({ before: minor, after: minor }),
  each: z.object({ before: minor, after: minor }),
  count: z.object({ before: z.int(), after: z.int() }),
  lastOn: z.object({ before: calendarDate, after: z.nullable(calendarDate) }),
  next: z.nullable(z.object({ on: calendarDate, amount: minor })),
}

const changeDetails = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('Move'),
    dueOn: calendarDate,
    amount: minor,
    from: calendarDate,
    to: calendarDate,
  }),
  z.object({
    kind: z.literal('Skip'),
    outcome: z.enum(skipOutcomes),
    skipped: z.array(paymentOn),
    each: z.object({ before: minor, after: minor }),
    last: z.object({ before: minor, after: minor }),
    isEven: z.boolean(),
    lastOn: z.object({ before: calendarDate, after: calendarDate }),
  }),
  z.object({
    kind: z.literal('Extra'),
    outcome: z.enum(extraOutcomes),
    amount: minor,
    paymentId: id,
    ...extraEffect,
  }),
  z.object({
    kind: z.literal('Arrangement'),
    lower: z.object({ count: z.int(), amount: minor, until: calendarDate }),
    later: z.object({ count: z.int(), each: minor, lastOn: calendarDate }),
  }),
])

const planChange = z.object({
  id,
  status: z.enum(changeStatuses),
  madeAt: instant,
  by: described(
    'The person who made the change: the reader, another parent, or staff.',
    z.enum(['You', 'Family', 'Staff']),
  ),
  undoUntil: described(
    'The last day on which it can be undone; null if it cannot be undone, or no longer.',
    z.nullable(calendarDate),
  ),
  reason: described('The reason why staff declined it, in their words.', z.nullable(z.string())),
  switchUntil: described(
    'The last day on which the effect of an extra payment can be changed; absent if it cannot be changed, or no longer.',
    z.optional(calendarDate),
  ),
  outcomes: described(
    'The plan under each possible outcome, while the outcome can be changed.',
    z.optional(z.array(z.object({ outcome: z.enum(extraOutcomes), ...extraEffect }))),
  ),
  details: changeDetails,
})
export type PlanChange = z.infer<typeof planChange>

export const flexiblePlan = z.object({
  rules: z.object({
    movesPerYear: z.int(),
    mostDaysLater: z.int(),
    mostSkipped: z.int(),
    skipsPerYear: z.int(),
    reviewsMoreSkips: z.boolean(),
    mayEndLater: z.boolean(),
    monthsAfterYear: z.int(),
    mayPayExtra: z.boolean(),
  }),
  movesLeft: z.int(),
  skipsLeft: described('The number of skips that are still granted automatically.', z.int()),
  lastDay: described('The last day on which a payment of the plan may be collected.', calendarDate),
  paid: described('The amount that the family has paid of the plan.', minor),
  left: minor,
  rhythm: z.object({ frequency: z.enum(frequencies), startDate: calendarDate }),
  whyNot: described(
    "The reason why currently only a payment's day can be changed.",
    z.nullable(z.enum(['Blocked', 'Held', 'Arrears', 'Temporary', 'Asked'])),
  ),
  coming: described(
    'The payments that can still be changed, each with its current collection day.',
    z.array(
      z.object({
        dueOn: calendarDate,
        collectOn: calendarDate,
        movedFrom: z.nullable(calendarDate),
        amount: minor,
        on: calendarDate,
        method: described(
          'The name of the method that the family has chosen for this payment alone; absent without such a choice.',
          z.optional(z.string()),
        ),
      }),
    ),
  ),
  extraOnItsWay: described(
    'Extra payments on their way, which do not count yet; absent if there are none.',
    z.optional(minor),
  ),
  changes: described('Newest first.', z.array(planChange)),
  texts: described(
    'The current texts that accompany a move and a skip; see domain/texts.ts.',
    z.object({
      move: z.object({
        version: z.int(),
        howFar: z.string(),
        howOften: z.string(),
        untilWhen: z.string(),
        cost: z.string(),
        fee: z.string(),
      }),
      skip: z.object({ version: z.int(), fee: z.string() }),
    }),
  ),
})
export type FlexiblePlan = z.infer<typeof flexiblePlan>

const changed = z.object({ changeId: id, status: z.enum(changeStatuses) })
const planToChange = { planId: uuid, version: z.int(), textVersion }

const paymentMethods = z.object({
  dueOn: calendarDate,
  on: calendarDate,
  amount,
  until: described('The last day on which its payment method can be chosen.', calendarDate),
  whyNot: described(
    'The reason why it cannot be chosen: too late, on hold, or not allowed for the account.',
    z.nullable(z.enum(['TooLate', 'Held', 'NotAllowed'])),
  ),
  usual: described(
    'The method that pays all other payments; null if there is none.',
    z.nullable(z.object({ id, displayName: z.string() })),
  ),
  chosen: described('The method that currently pays it.', z.nullable(id)),
  methods: described(
    'The methods that can pay it, each with the resulting total and day.',
    z.array(
      z.object({
        id,
        displayName: z.string(),
        type: z.enum(repaymentSourceTypes),
        surcharge: amount,
        total: amount,
        on: calendarDate,
      }),
    ),
  ),
})
export type PaymentMethods = z.infer<typeof paymentMethods>

named({
  PaymentOn: [paymentOn, 'A payment and its days.'],
  PlanChangeDetails: [changeDetails, 'The effect of a change, by its kind.'],
  PlanChange: [planChange, 'A change that was made to a running plan.'],
  FlexiblePlan: [flexiblePlan, 'The possible changes of a running plan, and those already made.'],
  ChangedPlan: [changed, 'The change that was made.'],
  MethodsOfPayment: [paymentMethods, 'The payment methods that one payment may be collected from.'],
})

/** Why a family cannot change a plan at all. */
const whyNotChanged = ['not_found', 'plan_not_editable', 'payments_held', 'plan_changed'] as const

export const planChanges = endpoints({
  'GET /api/portal/customer/account/:accountId/methods-of-payment': {
    summary: 'The methods that can pay one payment of a running plan, with their costs',
    access: 'account',
    params: accountParams,
    query: z.object({
      planId: described('The plan.', uuid),
      dueOn: described('The due date, which identifies the payment within the plan.', calendarDate),
    }),
    reply: paymentMethods,
    refusals: ['not_found', 'plan_changed', 'payment_locked'],
  },
  'POST /api/portal/customer/account/:accountId/choose-method-of-payment': {
    summary:
      'Collects one coming payment with another method, or with the usual one again; all others keep theirs',
    access: 'account',
    params: accountParams,
    body: z.strictObject({ ...planToChange, dueOn: calendarDate, sourceId: uuid }),
    reply: z.object({ on: calendarDate }),
    refusals: [
      'not_found',
      'payments_held',
      'plan_changed',
      'payment_locked',
      'change_not_allowed',
      'source_unusable',
    ],
  },
  'POST /api/portal/customer/account/:accountId/move-payment': {
    summary: 'Collects one payment of a running plan on a later day',
    access: 'account',
    params: accountParams,
    body: z.strictObject({ ...planToChange, dueOn: calendarDate, to: calendarDate }),
    reply: changed,
    refusals: [...whyNotChanged, 'payment_locked', 'no_moves_left', 'day_not_offered'],
  },
  'POST /api/portal/customer/account/:accountId/skip-payments': {
    summary: 'Skips one to three payments of a running plan, or requests this where staff decide',
    access: 'account',
    params: accountParams,
    body: z.strictObject({
      ...planToChange,
      dueOn: z.array(calendarDate).check(z.minLength(1), z.maxLength(3)),
      outcome: z.enum(skipOutcomes),
    }),
    reply: changed,
    refusals: [...whyNotChanged, 'payment_locked', 'skip_not_possible'],
  },
  'POST /api/portal/customer/account/:accountId/undo-plan-change': {
    summary: 'Undoes a change of a running plan, or withdraws the request for one',
    access: 'account',
    params: accountParams,
    body: z.strictObject({ changeId: uuid }),
    reply: changed,
    refusals: [...whyNotChanged, 'undo_too_late'],
  },
  'POST /api/portal/customer/account/:accountId/switch-extra-outcome': {
    summary: 'Changes the effect of an extra payment on a running plan',
    access: 'account',
    params: accountParams,
    body: z.strictObject({ changeId: uuid, outcome: z.enum(extraOutcomes) }),
    reply: changed,
    refusals: ['not_found', 'plan_not_editable', 'plan_changed', 'undo_too_late'],
  },
})
