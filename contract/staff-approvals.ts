import * as z from 'zod/mini'
import { approvalKinds, approvalStatuses } from '#domain/approvals.ts'
import { currencies } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { change, countInQuery, queuePosition, uuid, accountId } from './staff-wire.ts'
import { amount, amountSent, clientRequestId, id, instant, line } from './wire.ts'

export const approval = z.object({
  id,
  kind: z.enum(approvalKinds),
  status: z.enum(approvalStatuses),
  summary: described('A description of what happens on approval.', z.string()),
  accountId: described('Null if it concerns the whole company.', z.nullable(id)),
  shortId: z.nullable(z.string()),
  amount: z.nullable(amount),
  currency: z.nullable(z.enum(currencies)),
  requestedBy: z.string(),
  reason: z.string(),
  requestedAt: instant,
  decidedBy: described('Null while open.', z.nullable(z.string())),
  decisionReason: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
})
export type StaffApproval = z.infer<typeof approval>

const approvalPage = z.extend(approval, {
  familyName: described('Null if it concerns the whole company.', z.nullable(z.string())),
  schoolName: z.nullable(z.string()),
  requestedByName: z.string(),
  decidedByName: z.nullable(z.string()),
  isOwn: described('Whether the caller requested it, so that somebody else must approve it.', z.boolean()),
  effects: described('A description of what happens on approval.', z.array(z.string())),
  balance: described(
    "The family's balance before and after; null if it does not change or there is none.",
    z.nullable(z.object({ now: amount, after: amount })),
  ),
  words: described('The note to the family, if somebody wrote one.', z.nullable(z.string())),
  undo: described('A description of whether it can be undone.', z.string()),
  whyNot: described(
    'The reason why this person cannot approve it, or why nobody currently can.',
    z.nullable(z.string()),
  ),
  reviewId: described('The id of the review that it belongs to, if any.', z.nullable(id)),
  place: described('Its position among the open approvals, longest waiting first.', queuePosition),
})
export type ApprovalPage = z.infer<typeof approvalPage>

/** The reply to an action that waits for approval. */
export const awaitsApproval = {
  about: 'The action awaits a second person: the reply is the approval to decide on.',
  always: true,
} as const

const approvalParams = z.object({ approvalId: described('The id of an approval, from the list.', uuid) })

named({
  StaffApproval: [approval, 'A request that waits for a second person, or was decided by one.'],
  ApprovalPage: [approvalPage, 'All facts that a second person needs to decide.'],
})

/** Actions that need two people: one requests, another one approves. */
export const staffApprovals = endpoints({
  'GET /api/staff/approvals': {
    summary: 'Open approvals, longest waiting first; or decided ones, newest first',
    access: 'operations',
    query: z.object({
      status: described(
        'Only approvals with this status; open ones by default.',
        z.optional(z.enum(approvalStatuses)),
      ),
      limit: z.optional(countInQuery(500)),
    }),
    reply: z.array(approval),
  },
  'GET /api/staff/approvals/:approvalId': {
    summary: 'The approval with a preview of what would happen now; nothing is changed',
    access: 'operations',
    params: approvalParams,
    reply: approvalPage,
  },
  'POST /api/staff/approvals/:approvalId/approve': {
    summary: 'Approves the request of somebody else and carries it out, completely or not at all',
    access: 'operations',
    params: approvalParams,
    body: change({}),
    reply: approval,
    refusals: ['already_decided', 'own_request', 'not_possible', 'contact_changed', 'contact_change_stopped'],
  },
  'POST /api/staff/approvals/:approvalId/decline': {
    summary: "Declines a request, or withdraws one's own; nothing is carried out",
    access: 'operations',
    params: approvalParams,
    body: change({}),
    reply: approval,
    refusals: ['already_decided'],
  },
  'POST /api/staff/accounts/:accountId/adjustments': {
    summary: "Requests an adjustment of a family's balance, or a write-off of what it owes",
    access: 'operations',
    params: z.object({ accountId }),
    body: change({
      type: described(
        'A credit is in favour of the family. A write-off or a goodwill waiver lets it off what is overdue, the oldest first, and then what its balance says it owes.',
        z.enum(['Credit', 'Debit', 'WriteOff', 'Goodwill']),
      ),
      only: described(
        'Of a write-off or a goodwill waiver: only fees for returned debits, the oldest first.',
        z.optional(z.enum(['Fees'])),
      ),
      amount: amountSent,
      description: described('The description that the family reads in its transactions.', line(60)),
      clientRequestId: described('Chosen by the caller, once for each intended adjustment.', clientRequestId),
    }),
    asksFor: 'Adjustment',
    accepted: awaitsApproval,
    reply: approval,
    refusals: ['over_debt', 'request_id_reused'],
  },
})
