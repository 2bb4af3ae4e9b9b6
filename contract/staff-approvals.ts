import * as z from 'zod/mini'
import { approvalKinds, approvalStatuses } from '#domain/approvals.ts'
import { currencies } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { change, countInQuery, uuid, accountId } from './staff-wire.ts'
import { amount, amountSent, clientRequestId, id, instant, line } from './wire.ts'

export const approval = z.object({
  id,
  kind: z.enum(approvalKinds),
  status: z.enum(approvalStatuses),
  summary: described('What happens once it is approved, in words.', z.string()),
  accountId: described('Null where it is about the whole company.', z.nullable(id)),
  shortId: z.nullable(z.string()),
  amount: z.nullable(amount),
  currency: z.nullable(z.enum(currencies)),
  requestedBy: z.string(),
  reason: z.string(),
  requestedAt: instant,
  decidedBy: described('Null while it is open.', z.nullable(z.string())),
  decisionReason: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
})
export type StaffApproval = z.infer<typeof approval>

const approvalPage = z.extend(approval, {
  familyName: described('Null where it is about the whole company.', z.nullable(z.string())),
  schoolName: z.nullable(z.string()),
  requestedByName: z.string(),
  decidedByName: z.nullable(z.string()),
  isOwn: described('The caller has asked for it: somebody else approves it.', z.boolean()),
  effects: described('What happens once it is approved, in words.', z.array(z.string())),
  balance: described(
    'Of the family, now and then; null where it stays or there is none.',
    z.nullable(z.object({ now: amount, after: amount })),
  ),
  words: described('What the family reads then, where somebody wrote it.', z.nullable(z.string())),
  undo: described('Whether it can be undone, in words.', z.string()),
  whyNot: described('Why it cannot be approved: by this person, or as things stand.', z.nullable(z.string())),
  reviewId: described('Of the question that it answers, where there is one.', z.nullable(id)),
  place: described(
    'Among those that wait, longest waiting first.',
    z.object({
      number: described('Null once it is decided.', z.nullable(z.int())),
      count: z.int(),
      previousId: z.nullable(id),
      nextId: z.nullable(id),
    }),
  ),
})
export type ApprovalPage = z.infer<typeof approvalPage>

/** Nothing has happened yet. */
export const awaitsApproval = {
  about: 'It awaits a second person: the reply is what they decide on.',
  always: true,
} as const

const approvalParams = z.object({ approvalId: described('An approval, by its id in the list.', uuid) })

named({
  StaffApproval: [approval, 'Something that waits for a second person, or was decided by one.'],
  ApprovalPage: [approvalPage, 'Everything that a second person needs to decide.'],
})

/** What needs two people: one asks, another one approves. */
export const staffApprovals = endpoints({
  'GET /api/staff/approvals': {
    summary: 'What awaits a second person, longest waiting first; or what was decided, newest first',
    access: 'staff',
    role: 'operations',
    query: z.object({
      status: described(
        'Only those in this state; what waits, without it.',
        z.optional(z.enum(approvalStatuses)),
      ),
      limit: z.optional(countInQuery(500)),
    }),
    reply: z.array(approval),
  },
  'GET /api/staff/approvals/:approvalId': {
    summary: 'What a second person decides on: what would happen now, tried out and not done',
    access: 'staff',
    role: 'operations',
    params: approvalParams,
    reply: approvalPage,
    refusals: ['not_found'],
  },
  'POST /api/staff/approvals/:approvalId/approve': {
    summary: 'Approves what somebody else has asked for: it happens now, or nothing does',
    access: 'staff',
    role: 'operations',
    params: approvalParams,
    body: change({}),
    reply: approval,
    refusals: [
      'not_found',
      'already_decided',
      'own_request',
      'not_possible',
      'contact_changed',
      'contact_change_stopped',
    ],
  },
  'POST /api/staff/approvals/:approvalId/decline': {
    summary: 'Declines it, or withdraws what one has asked for oneself: nothing happens',
    access: 'staff',
    role: 'operations',
    params: approvalParams,
    body: change({}),
    reply: approval,
    refusals: ['not_found', 'already_decided'],
  },
  'POST /api/staff/accounts/:accountId/adjustments': {
    summary: "Asks to correct a family's balance, or to write off what it owes",
    access: 'staff',
    role: 'operations',
    params: z.object({ accountId }),
    body: change({
      type: described(
        'Credit is in favour of the family; a write-off is too, up to what it owes.',
        z.enum(['Credit', 'Debit', 'WriteOff']),
      ),
      amount: amountSent,
      description: described('What the family reads in its transactions.', line(60)),
      clientRequestId: described(
        'Chosen by the caller, once for each adjustment that is meant.',
        clientRequestId,
      ),
    }),
    asksFor: 'Adjustment',
    accepted: awaitsApproval,
    reply: approval,
    refusals: ['not_found', 'over_debt', 'request_id_reused'],
  },
})
