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
  kind: described('Whether evidence was sent or the loss was accepted.', z.enum(['Evidence', 'Acceptance'])),
  status: described(
    '`Ordered` until the provider confirms it, with automatic retries; `Refused` if the provider rejects it.',
    z.enum(['Ordered', 'Done', 'Refused']),
  ),
  by: described('The name of the person who sent it.', z.string()),
  reason: z.string(),
  at: instant,
  refusal: described("The provider's reason for rejecting it.", z.nullable(z.string())),
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
  fee: described("The provider's fee; null while unknown.", z.nullable(amount)),
  status: z.enum(disputeStatuses),
  reason: described("The provider's word, such as fraudulent.", z.nullable(z.string())),
  reasonText: described("The payer's reason, in our words.", z.nullable(z.string())),
  openedAt: instant,
  closedAt: z.nullable(instant),
  evidenceDueAt: described('The deadline for evidence; null if the bank takes none.', z.nullable(instant)),
  evidenceSentAt: z.nullable(instant),
  providerDisputeId: z.string(),
  needsTwoToAccept: described('Whether accepting the loss needs a second person.', z.boolean()),
  answer: described('Our response; null if none was sent from here.', z.nullable(answer)),
})
export type StaffDispute = z.infer<typeof dispute>

const part = z.object({
  part: z.enum(evidenceParts),
  title: described('A title with the date: "Receipt mailed 2 October 2026".', z.string()),
  detail: z.string(),
  isChosen: z.boolean(),
})

const evidence = z.object({
  disputeId: id,
  parts: described('The available parts of the evidence.', z.array(part)),
  words: described('The introduction that the bank reads first.', z.string()),
  childNames: described('Names that the introduction must not contain.', z.array(z.string())),
  draft: described(
    'The person who last saved the draft; null for our proposal.',
    z.nullable(z.object({ savedBy: z.string(), savedAt: instant })),
  ),
  digest: described(
    'A digest of exactly this evidence: the call that sends the evidence includes it, so that nothing else can be sent.',
    z.string(),
  ),
  texts: described(
    'All texts for the bank, exactly as they are sent.',
    z.array(z.object({ field: z.string(), title: z.string(), text: z.string() })),
  ),
  files: described(
    'All files for the bank.',
    z.array(z.object({ field: z.string(), title: z.string(), fileName: z.string(), bytes: z.int() })),
  ),
  mostLetters: z.int(),
  mostBytes: z.int(),
})
export type DisputeEvidence = z.infer<typeof evidence>

const disputeParams = z.object({ disputeId: described('The id of a dispute, from the list.', uuid) })

named({
  DisputeAnswer: [answer, 'Our response to a dispute.'],
  StaffDispute: [dispute, "A payer's objection to a payment, and its outcome."],
  DisputeEvidence: [
    evidence,
    'The available evidence about a dispute, and the draft that would be sent now.',
  ],
})

/** Disputed payments, and our responses to the banks. */
export const staffDisputes = endpoints({
  'GET /api/staff/disputes': {
    summary: 'Disputes that need a response, the nearest deadline first; or all, newest first',
    access: 'support',
    query: z.object({
      state: described(
        'By default only disputes that need a response.',
        z.optional(z.enum(['Waiting', 'All'])),
      ),
      limit: unlessSent(countInQuery(200), 50),
    }),
    reply: z.array(dispute),
  },
  'GET /api/staff/disputes/:disputeId/evidence': {
    summary: 'The evidence about a disputed payment, and exactly what the bank would receive or has received',
    description:
      'Compiled from our records, without the names of children. Without a saved draft it is our proposal.',
    access: 'operations',
    params: disputeParams,
    reply: evidence,
  },
  'PUT /api/staff/disputes/:disputeId/evidence': {
    summary: 'Saves evidence as a draft; nothing is sent',
    access: 'operations',
    params: disputeParams,
    body: change({
      parts: described(
        'The chosen parts.',
        z.array(z.enum(evidenceParts)).check(z.maxLength(evidenceParts.length)),
      ),
      words: z.string().check(z.trim(), z.maxLength(evidenceLimits.letters)),
    }),
    reply: evidence,
    refusals: ['dispute_closed', 'dispute_answered', 'evidence_too_late', 'names_child'],
  },
  'GET /api/staff/disputes/:disputeId/evidence/files/:field': {
    summary: 'One of the files of the evidence',
    access: 'operations',
    params: z.object({
      ...disputeParams.shape,
      field: described(
        'A field of the evidence, such as `receipt`.',
        z.string().check(z.regex(/^[a-z_]{1,40}$/)),
      ),
    }),
    reply: file('application/pdf'),
  },
  'POST /api/staff/disputes/:disputeId/evidence/send': {
    summary: 'Sends the saved evidence to the bank, once: it cannot be changed afterwards',
    access: 'operations',
    params: disputeParams,
    body: change({
      digest: described(
        'The digest of the evidence that was shown.',
        z.string().check(z.regex(/^[\w-]{43}$/)),
      ),
    }),
    accepted: { about: 'The provider has not confirmed it yet. It is resent automatically.' },
    reply: dispute,
    refusals: [
      'dispute_closed',
      'dispute_answered',
      'evidence_too_late',
      'evidence_changed',
      'evidence_missing',
    ],
  },
  'POST /api/staff/disputes/:disputeId/accept': {
    summary: 'Accepts the loss: the money stays with the payer; or asks for approval above the limit',
    access: 'operations',
    params: disputeParams,
    body: change({}),
    asksFor: 'DisputeLoss',
    accepted: { about: 'The acceptance awaits a second person, or the provider has not confirmed it yet.' },
    reply: described(
      'The dispute in its current state, and the pending approval, if any.',
      z.object({ dispute, approval: z.nullable(approval) }),
    ),
    refusals: ['dispute_closed', 'dispute_answered', 'not_possible'],
  },
})
