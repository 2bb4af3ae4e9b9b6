import * as z from 'zod/mini'
import { evidenceLimits, evidenceParts } from '#domain/dispute-evidence.ts'
import { disputeStatuses } from '#domain/disputes.ts'
import { currencies, regions } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints, file } from './endpoint.ts'
import { approval } from './staff-approvals.ts'
import { change, countInQuery, unlessSent, uuid } from './staff-wire.ts'
import { amount, id, instant } from './wire.ts'

const answer = z.object({
  kind: described('Evidence, or the loss was accepted.', z.enum(['Evidence', 'Acceptance'])),
  status: described(
    'Ordered while the provider has not confirmed it, which is tried again by itself; Refused when it would not take it.',
    z.enum(['Ordered', 'Done', 'Refused']),
  ),
  by: described('The name of who sent it.', z.string()),
  reason: z.string(),
  at: instant,
  refusal: described('Why the provider would not take it.', z.nullable(z.string())),
})
export type DisputeAnswer = z.infer<typeof answer>

export const dispute = z.object({
  id,
  paymentId: id,
  accountId: id,
  shortId: z.string(),
  familyName: z.string(),
  schoolName: z.string(),
  region: z.enum(regions),
  currency: z.enum(currencies),
  amount,
  fee: described('What the provider charges us for it; null where it has not said.', z.nullable(amount)),
  status: z.enum(disputeStatuses),
  reason: described("The provider's word, such as fraudulent.", z.nullable(z.string())),
  reasonText: described('What the payer told the bank, in our words.', z.nullable(z.string())),
  openedAt: instant,
  closedAt: z.nullable(instant),
  evidenceDueAt: described(
    'Until when the bank takes evidence; null where it takes none.',
    z.nullable(instant),
  ),
  evidenceSentAt: z.nullable(instant),
  providerDisputeId: z.string(),
  needsTwoToAccept: described('To accept the loss needs a second person.', z.boolean()),
  answer: described('What we have said to it; null where nothing was said from here.', z.nullable(answer)),
})
export type StaffDispute = z.infer<typeof dispute>

const part = z.object({
  part: z.enum(evidenceParts),
  title: described('What it is, with its day: "Receipt mailed 2 October 2026".', z.string()),
  detail: z.string(),
  isChosen: z.boolean(),
})

const evidence = z.object({
  disputeId: id,
  parts: described('What we have.', z.array(part)),
  words: described('What the bank reads first.', z.string()),
  childNames: described('Names that must not be in the words.', z.array(z.string())),
  draft: described(
    'Who saved it last; null where it is our proposal.',
    z.nullable(z.object({ savedBy: z.string(), savedAt: instant })),
  ),
  digest: described(
    'Names exactly this evidence: it is sent along, so that nothing else can be sent.',
    z.string(),
  ),
  texts: described(
    'Every text that the bank gets, as it is sent.',
    z.array(z.object({ field: z.string(), title: z.string(), text: z.string() })),
  ),
  files: described(
    'Every file that the bank gets.',
    z.array(z.object({ field: z.string(), title: z.string(), fileName: z.string(), bytes: z.int() })),
  ),
  mostLetters: z.int(),
  mostBytes: z.int(),
})
export type DisputeEvidence = z.infer<typeof evidence>

const disputeParams = z.object({ disputeId: described('A dispute, by its id in the list.', uuid) })

named({
  DisputeAnswer: [answer, 'What we have said to a dispute.'],
  StaffDispute: [dispute, "A payer's objection to a payment, and what became of it."],
  DisputeEvidence: [evidence, 'What can be sent to the bank about a dispute, and what would be sent now.'],
})

/** Payments that payers dispute, and what we say to their banks. */
export const staffDisputes = endpoints({
  'GET /api/staff/disputes': {
    summary: 'Disputes that wait for an answer, the nearest deadline first; or all, newest first',
    access: 'staff',
    role: 'support',
    query: z.object({
      state: described('Only those that wait for us, without it.', z.optional(z.enum(['Waiting', 'All']))),
      limit: unlessSent(countInQuery(200), 50),
    }),
    reply: z.array(dispute),
  },
  'GET /api/staff/disputes/:disputeId/evidence': {
    summary: 'What we have about a disputed payment, and exactly what the bank would get; or what it got',
    description:
      'Made from our own records, without anything that names a child. Who has not saved a draft sees our proposal.',
    access: 'staff',
    role: 'operations',
    params: disputeParams,
    reply: evidence,
    refusals: ['not_found'],
  },
  'PUT /api/staff/disputes/:disputeId/evidence': {
    summary: 'Saves evidence as a draft; nothing is sent',
    access: 'staff',
    role: 'operations',
    params: disputeParams,
    body: change({
      parts: described(
        'Those that are chosen.',
        z.array(z.enum(evidenceParts)).check(z.maxLength(evidenceParts.length)),
      ),
      words: z.string().check(z.trim(), z.maxLength(evidenceLimits.letters)),
    }),
    reply: evidence,
    refusals: ['not_found', 'dispute_closed', 'dispute_answered', 'evidence_too_late', 'names_child'],
  },
  'GET /api/staff/disputes/:disputeId/evidence/files/:field': {
    summary: 'One of the files of the evidence',
    access: 'staff',
    role: 'operations',
    params: z.object({
      ...disputeParams.shape,
      field: described('Of the evidence, such as receipt.', z.string().check(z.regex(/^[a-z_]{1,40}$/))),
    }),
    reply: file('application/pdf'),
    refusals: ['not_found'],
  },
  'POST /api/staff/disputes/:disputeId/evidence/send': {
    summary: 'Sends the saved evidence to the bank, once: it cannot be changed afterwards',
    access: 'staff',
    role: 'operations',
    params: disputeParams,
    body: change({
      digest: described('Of the evidence that was looked at.', z.string().check(z.regex(/^[\w-]{43}$/))),
    }),
    accepted: { about: 'The provider has not confirmed it yet. It is sent again by itself.' },
    reply: dispute,
    refusals: [
      'not_found',
      'dispute_closed',
      'dispute_answered',
      'evidence_too_late',
      'evidence_changed',
      'evidence_missing',
    ],
  },
  'POST /api/staff/disputes/:disputeId/accept': {
    summary: 'Accepts the loss: the money stays with the payer; or asks for approval above the limit',
    access: 'staff',
    role: 'operations',
    params: disputeParams,
    body: change({}),
    asksFor: 'DisputeLoss',
    accepted: { about: 'It awaits a second person, or the provider has not confirmed it yet.' },
    reply: described(
      'The dispute as it is now, and what awaits a second person, if it does.',
      z.object({ dispute, approval: z.nullable(approval) }),
    ),
    refusals: ['not_found', 'dispute_closed', 'dispute_answered', 'not_possible'],
  },
})
