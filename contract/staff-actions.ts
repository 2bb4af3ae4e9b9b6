import * as z from 'zod/mini'
import { refusalCodes } from '#domain/refusal.ts'
import { described, named } from './documented.ts'
import { endpoints, type Endpoint } from './endpoint.ts'
import { staffAccounts } from './staff-accounts.ts'
import { approval, staffApprovals } from './staff-approvals.ts'
import { staffCare } from './staff-care.ts'
import { staffCustomers } from './staff-customers.ts'
import { staffMoney } from './staff-money.ts'
import { staffPayouts } from './staff-payouts.ts'
import { staffPlanChanges } from './staff-plan-changes.ts'
import { staffReviews } from './staff-reviews.ts'
import { staffSwitches } from './staff-switches.ts'
import { accountId, change, uuid } from './staff-wire.ts'
import { id, instant, line } from './wire.ts'

/** The actions of staff for a family, each with a preview. */
export const familyCalls = [
  'POST /api/staff/payment-requests',
  'POST /api/staff/payment-requests/:requestId/cancel',
  'POST /api/staff/payment-requests/:requestId/resend',
  'POST /api/staff/payments/:paymentId/refunds',
  'POST /api/staff/offline-payments',
  'POST /api/staff/offline-payments/:paymentId/reverse',
  'POST /api/staff/accounts/:accountId/adjustments',
  'POST /api/staff/accounts/:accountId/bank-accounts',
  'POST /api/staff/accounts/:accountId/bank-accounts/:bankAccountId/remove',
  'POST /api/staff/accounts/:accountId/plans/:year/move-payment',
  'POST /api/staff/accounts/:accountId/plans/:year/skip-payments',
  'POST /api/staff/accounts/:accountId/plans/:year/undo-change',
  'POST /api/staff/accounts/:accountId/plans',
  'POST /api/staff/accounts/:accountId/plans/:planId/tailor',
  'POST /api/staff/accounts/:accountId/plans/:planId/end-tailoring',
  'POST /api/staff/accounts/:accountId/care',
  'POST /api/staff/care/:careId/offer',
  'POST /api/staff/care/:careId/withdraw-offer',
  'POST /api/staff/care/:careId/decline',
  'POST /api/staff/care/:careId/extend',
  'PUT /api/staff/customers/:customerId',
  'PUT /api/staff/customers/:customerId/contact',
  'POST /api/staff/contact-changes/:contactChangeId/resolve',
  'POST /api/staff/customers/:customerId/disable',
  'POST /api/staff/customers/:customerId/enable',
  'POST /api/staff/customers/:customerId/erase',
  'POST /api/staff/customers/:customerId/contribution-invite',
  'PUT /api/staff/customers/:customerId/contribution',
  'POST /api/staff/accounts/:accountId/members/:customerId/add',
  'POST /api/staff/accounts/:accountId/members/:customerId/remove',
  'POST /api/staff/accounts/:accountId/students',
  'PUT /api/staff/accounts/:accountId/enrolments/:enrolmentId',
  'PUT /api/staff/students/:studentId/shares',
  'PUT /api/staff/accounts/:accountId',
  'POST /api/staff/accounts/:accountId/deactivate',
  'POST /api/staff/accounts/:accountId/reactivate',
  'POST /api/staff/accounts/:accountId/switch/invite',
  'POST /api/staff/accounts/:accountId/switch/withdraw',
  'POST /api/staff/accounts/:accountId/switch/complete',
] as const satisfies (keyof typeof callable)[]
export type FamilyCall = (typeof familyCalls)[number]

/** The calls that carry out or undo an action. */
export const callable = {
  ...staffAccounts,
  ...staffApprovals,
  ...staffCare,
  ...staffCustomers,
  ...staffMoney,
  ...staffPayouts,
  ...staffPlanChanges,
  ...staffReviews,
  ...staffSwitches,
}

const refusedByCalls = new Set(
  familyCalls.flatMap((key) => (callable[key] as Endpoint).refusals ?? ([] as const)),
)
const refusals = refusalCodes.filter((code) => refusedByCalls.has(code))

/** The icons for the effects of an action. */
export const effectMarks = [
  'calendar',
  'check',
  'clock',
  'info',
  'lock',
  'mail',
  'people',
  'phone',
  'receipt',
  'school',
] as const

const sentence = z.object({ mark: z.enum(effectMarks), text: z.string() })
export type EffectSentence = z.infer<typeof sentence>

const familyReads = z.object({
  channel: z.enum(['email', 'sms']),
  to: described('The reader, by name if it is a member of the family.', z.string()),
  address: z.string(),
  subject: z.nullable(z.string()),
  text: z.string(),
  takesWords: described('Whether the message can include a note from staff.', z.boolean()),
})
export type FamilyReads = z.infer<typeof familyReads>

const undo = z.object({
  isPossible: z.boolean(),
  words: described('The time until which it can be undone, or the reason why it cannot.', z.string()),
  until: z.nullable(instant),
})
export type ActionUndo = z.infer<typeof undo>

const effect = z.object({
  rows: described(
    'The differences, before and after the action.',
    z.array(z.object({ label: z.string(), now: z.string(), after: z.string() })),
  ),
  sentences: z.array(sentence),
  familyReads: described(
    'The messages that the family is sent, in their current wording.',
    z.array(familyReads),
  ),
  needsTwoPeople: described('Whether a second person must approve the action first.', z.boolean()),
  undo,
  seen: described(
    'A digest of the rows: sent with the action, it makes sure that nothing else is done.',
    z.string(),
  ),
})
export type ActionEffect = z.infer<typeof effect>

const done = z.object({
  id,
  said: described('A description of what was done.', z.string()),
  approval: described('The pending approval by a second person, if any.', z.nullable(approval)),
  undo,
})
export type DoneAction = z.infer<typeof done>

const listed = z.object({
  id,
  said: z.string(),
  by: described('The name of the member of staff.', z.string()),
  at: instant,
  undo,
})
export type ListedAction = z.infer<typeof listed>

const commandFields = {
  call: described("The action's call.", z.enum(familyCalls)),
  params: described(
    'The path parameters of the call.',
    z.optional(z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(64)))),
  ),
  body: described(
    'The body of the call, without the reason.',
    z.optional(z.record(z.string().check(z.maxLength(40)), z.unknown())),
  ),
  words: described('A note from staff that the mails about the action include.', z.optional(line(1000))),
}

const actionParams = z.object({
  accountId,
  actionId: described('The id of an action, from its reply.', uuid),
})

named({
  ActionEffect: [effect, 'The effect of an action, calculated by carrying it out and rolling it back.'],
  ActionUndo: [undo, 'Whether an action can be undone.'],
  DoneAction: [done, 'An action that was carried out, or that awaits a second person.'],
  ListedAction: [listed, 'An action of staff for a family at the desk.'],
  FamilyReads: [familyReads, 'A message to the family.'],
})

/** One way for all actions of staff for a family: preview, carry out once, undo while possible. */
export const staffActions = endpoints({
  'POST /api/staff/accounts/:accountId/actions/preview': {
    summary: 'Shows what an action would do, what the family would read and whether it can be undone',
    description:
      'The action is carried out and rolled back, so the preview shows exactly what would happen. Nothing is changed or sent.',
    access: 'support',
    params: z.object({ accountId }),
    needsNoReason: true,
    body: z.strictObject(commandFields),
    reply: effect,
    refusals,
  },
  'POST /api/staff/accounts/:accountId/actions': {
    summary:
      'Carries out an action for a family, once for each id; or requests approval for one that needs two people',
    description:
      'Requires the role of the named call. The same `id` with the same body returns the same reply without repeating the action.',
    access: 'support',
    params: z.object({ accountId }),
    body: change({
      id: described('Chosen by the caller, once for each intended action.', uuid),
      ...commandFields,
      seen: described(
        'The digest from the preview: if the action would now do anything else, it is refused.',
        z.optional(line(64)),
      ),
    }),
    asksFor: 'AsItsCall',
    accepted: {
      about: 'The action awaits a second person, or the provider has not reported the outcome yet.',
    },
    reply: done,
    refusals: [...new Set([...refusals, 'effect_changed', 'request_id_reused'] as const)],
  },
  'GET /api/staff/accounts/:accountId/actions': {
    summary: 'Recent actions of staff for a family at the desk, newest first, and whether they can be undone',
    access: 'support',
    params: z.object({ accountId }),
    reply: z.array(listed),
  },
  'POST /api/staff/accounts/:accountId/actions/:actionId/undo': {
    summary:
      'Undoes an action while that is possible; the family is notified if it was notified of the action',
    access: 'support',
    params: actionParams,
    body: change({}),
    reply: z.object({ said: z.string() }),
    refusals: [...new Set([...refusals, 'already_decided', 'undo_too_late'] as const)],
  },
})
