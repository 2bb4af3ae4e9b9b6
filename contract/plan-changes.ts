import * as z from 'zod/mini'
import { repaymentSourceTypes } from '#domain/payment-methods/payment-methods.ts'
import { extraOutcomes } from '#domain/plan/changes/extra.ts'
import { changeStatuses } from '#domain/plan/changes/plan-change.ts'
import { skipOutcomes } from '#domain/plan/changes/skip.ts'
import { frequencies } from '#domain/plan/payment-schedule.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { accountParams, amount, calendarDate, id, instant, textVersion, uuid } from './wire.ts'

/** In minor units, because the portal calculates with them. */
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
  by: described('The reader, another parent, or our people.', z.enum(['You', 'Family', 'Staff'])),
  undoUntil: described(
    'The last day on which it can be undone; null where it cannot, or no longer.',
    z.nullable(calendarDate),
  ),
  reason: described('Why staff have declined it, in their words.', z.nullable(z.string())),
  switchUntil: described(
    'The last day on which an extra payment can be made to do something else; absent where it cannot, or no longer.',
    z.optional(calendarDate),
  ),
  outcomes: described(
    'What each outcome of it makes of the plan, while it can be switched.',
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
  skipsLeft: described('How many more are granted at once.', z.int()),
  lastDay: described('The last day on which a payment of the plan may be collected.', calendarDate),
  paid: described('What the family has paid of the plan, and what is left of it.', minor),
  left: minor,
  rhythm: z.object({ frequency: z.enum(frequencies), startDate: calendarDate }),
  whyNot: described(
    "Why nothing but a payment's day can be changed now.",
    z.nullable(z.enum(['Blocked', 'Held', 'Arrears', 'Temporary', 'Asked'])),
  ),
  coming: described(
    'The payments that can still be changed, with the day on which each is collected as things stand.',
    z.array(
      z.object({
        dueOn: calendarDate,
        collectOn: calendarDate,
        movedFrom: z.nullable(calendarDate),
        amount: minor,
        on: calendarDate,
        method: described(
          'The name of the method that the family has chosen for this payment alone. Absent where it did not.',
          z.optional(z.string()),
        ),
      }),
    ),
  ),
  extraOnItsWay: described(
    'Extra payments that are not counted yet: their money is on its way. Absent where there is none.',
    z.optional(minor),
  ),
  changes: described('The newest first.', z.array(planChange)),
  texts: described(
    'What is said beside a move and a skip, in the versions that are in force: domain/texts.ts.',
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
  until: described('The last day on which its method can be chosen.', calendarDate),
  whyNot: described(
    'Why it cannot be: too late, on hold, or the account does not allow it.',
    z.nullable(z.enum(['TooLate', 'Held', 'NotAllowed'])),
  ),
  usual: described(
    'The method that takes all others; null where there is none.',
    z.nullable(z.object({ id, displayName: z.string() })),
  ),
  chosen: described('The method that takes it as things stand.', z.nullable(id)),
  methods: described(
    'Those that can take it, with what it then comes to and its day.',
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
  PlanChangeDetails: [changeDetails, 'What a change did, by its kind.'],
  PlanChange: [planChange, 'A change that was made to a running plan.'],
  FlexiblePlan: [flexiblePlan, 'What a family may change of a plan that runs, and what it has changed.'],
  ChangedPlan: [changed, 'The change that was made.'],
  MethodsOfPayment: [paymentMethods, 'The payment methods that one payment may be collected from.'],
})

export const planChanges = endpoints({
  'GET /api/portal/customer/account/:accountId/methods-of-payment': {
    summary: 'The methods that can take one payment of a running plan, with what each costs',
    access: 'account',
    params: accountParams,
    query: z.object({
      planId: described('The plan.', uuid),
      dueOn: described('The due date of the payment, by which the plan knows it.', calendarDate),
    }),
    reply: paymentMethods,
    refusals: ['not_found', 'plan_changed', 'payment_locked'],
  },
  'POST /api/portal/customer/account/:accountId/choose-method-of-payment': {
    summary:
      'Takes one coming payment from another method, or from the usual one again; all others stay with theirs',
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
    refusals: [
      'not_found',
      'plan_not_editable',
      'payments_held',
      'plan_changed',
      'payment_locked',
      'no_moves_left',
      'day_not_offered',
    ],
  },
  'POST /api/portal/customer/account/:accountId/skip-payments': {
    summary: 'Leaves out one to three payments of a running plan, or asks for it where staff decide',
    access: 'account',
    params: accountParams,
    body: z.strictObject({
      ...planToChange,
      dueOn: z.array(calendarDate).check(z.minLength(1), z.maxLength(3)),
      outcome: z.enum(skipOutcomes),
    }),
    reply: changed,
    refusals: [
      'not_found',
      'plan_not_editable',
      'payments_held',
      'plan_changed',
      'payment_locked',
      'skip_not_possible',
    ],
  },
  'POST /api/portal/customer/account/:accountId/undo-plan-change': {
    summary: 'Takes back a change of a running plan, or the request for one',
    access: 'account',
    params: accountParams,
    body: z.strictObject({ changeId: uuid }),
    reply: changed,
    refusals: ['not_found', 'plan_not_editable', 'payments_held', 'plan_changed', 'undo_too_late'],
  },
  'POST /api/portal/customer/account/:accountId/switch-extra-outcome': {
    summary: 'Makes an extra payment do something else to a running plan',
    access: 'account',
    params: accountParams,
    body: z.strictObject({ changeId: uuid, outcome: z.enum(extraOutcomes) }),
    reply: changed,
    refusals: ['not_found', 'plan_not_editable', 'plan_changed', 'undo_too_late'],
  },
})
