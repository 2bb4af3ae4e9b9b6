import * as z from 'zod/mini'
import { fileKinds } from '#domain/files.ts'
import { identityCheckStatuses, identityManners } from '#domain/identity.ts'
import { frequencies } from '#domain/plan/payment-schedule.ts'
import { correctableFacts } from '#domain/reviews.ts'
import { described, named } from './documented.ts'
import { endpoints, file } from './endpoint.ts'
import { approval, awaitsApproval } from './staff-approvals.ts'
import { comparison, reviewPage, wordsForFamily } from './staff-review-page.ts'
import { identification } from './identity.ts'
import { plan, scheduleReply, variances } from './payment-schedule.ts'
import { change, uuid, accountId } from './staff-wire.ts'
import { calendarDate, id, instant, line, year, yearInPath } from './wire.ts'

const identityReview = z.object({
  accountId: id,
  shortId: z.string(),
  customerName: z.string(),
  birthDate: z.nullable(calendarDate),
  currentAddress: z.nullable(z.string()),
  document: described('Null once its numbers are deleted.', z.nullable(identification)),
  checks: described(
    'All attempts of this account, oldest first.',
    z.array(
      z.object({
        manner: z.enum(identityManners),
        outcome: z.enum(identityCheckStatuses),
        at: instant,
        reference: described("The issuer's reference of the attempt.", z.nullable(z.string())),
        failure: z.nullable(z.string()),
      }),
    ),
  ),
})
export type IdentityReview = z.infer<typeof identityReview>

const reviewParams = z.object({ reviewId: described('The id of a review, from the queue.', uuid) })
const planParams = z.object({ accountId, planId: described('A plan.', uuid) })

named({
  IdentityReview: [identityReview, 'A copy of a licence or passport that staff have to review.'],
})

/** Reviews, and the decisions on them. */
export const staffReviews = endpoints({
  'GET /api/staff/reviews/:reviewId': {
    summary: 'All facts for a decision: the requested and the stored values, the checks, and the effects',
    access: 'operations',
    params: reviewParams,
    reply: reviewPage,
  },
  'GET /api/staff/reviews/:reviewId/file': {
    summary: 'The document of a review; if there are several, the requested one',
    access: 'operations',
    params: reviewParams,
    query: z.object({ fileId: described('One of the files of the review.', z.optional(uuid)) }),
    reply: file(fileKinds.pdf.contentType, fileKinds.png.contentType, fileKinds.jpg.contentType),
    refusals: ['file_missing'],
  },
  'GET /api/staff/reviews/:reviewId/identity': {
    summary: "The claimed holder of a document, its numbers, and the issuer's reply; the view is recorded",
    access: 'operations',
    params: reviewParams,
    reply: identityReview,
  },
  'POST /api/staff/reviews/:reviewId/identity/correct': {
    summary:
      'Corrects a detail that a family mistyped to match the copy of its document; the family is notified',
    access: 'operations',
    params: reviewParams,
    body: change({
      fact: z.enum(correctableFacts),
      value: described('The value on the copy; a country as its two-letter code.', line(20)),
    }),
    reply: identityReview,
    refusals: ['already_decided', 'not_possible'],
  },
  'POST /api/staff/reviews/:reviewId/approve': {
    summary:
      'Approves a plan, a discount, a skip, an identity document or an invoice, or settles a plan with new fees; a withdrawal then awaits a second approval',
    access: 'operations',
    params: reviewParams,
    body: change({
      startDate: described(
        'A new start date, for a plan whose first payment would now be in the past.',
        z.optional(calendarDate),
      ),
      words: z.optional(wordsForFamily),
      comparison: z.optional(comparison),
    }),
    asksFor: 'Withdrawal',
    accepted: { about: awaitsApproval.about },
    reply: described('Null if no second person is needed.', z.object({ approval: z.nullable(approval) })),
    refusals: [
      'already_decided',
      'request_id_reused',
      'plan_start_passed',
      'no_fees',
      'contact_changed',
      'contact_change_stopped',
      'plan_changed',
      'payment_locked',
      'skip_not_possible',
    ],
  },
  'POST /api/staff/reviews/:reviewId/decline': {
    summary:
      'Declines a review, or leaves a plan as it was before a fee change; the family reads the text, or the reason if there is none. A plan that loses a declared discount is recalculated',
    access: 'operations',
    params: reviewParams,
    body: change({ words: z.optional(wordsForFamily), comparison: z.optional(comparison) }),
    refusals: ['already_decided', 'no_fees'],
  },
  'POST /api/staff/reviews/:reviewId/undo': {
    summary: 'Takes back a decision, so that it is decided again; the family is notified',
    access: 'operations',
    params: reviewParams,
    body: change({}),
    refusals: ['cannot_be_undone'],
  },
  'GET /api/staff/accounts/:accountId/plans/:year': {
    summary: "The plan of a tuition year, with its fees and the family's requests",
    access: 'support',
    params: z.object({ accountId, year: yearInPath }),
    reply: scheduleReply,
  },
  'POST /api/staff/accounts/:accountId/plans': {
    summary: 'Saves a plan that staff made for a family, with any frequency and length',
    access: 'operations',
    params: z.object({ accountId }),
    body: change({
      tuitionYear: year,
      frequency: z.enum(frequencies),
      startDate: described('The due date of the first remaining payment.', calendarDate),
      count: z.int().check(z.minimum(0), z.maximum(60)),
      variances: z.optional(z.nullable(variances)),
      coverFrom: described(
        'The first day that the plan covers; null for the whole year.',
        z.optional(z.nullable(calendarDate)),
      ),
      coversOutstandingFees: z.optional(z.boolean()),
      version: described('The version of the plan that was shown.', z.optional(z.nullable(z.int()))),
    }),
    reply: plan,
    refusals: ['plan_locked', 'plan_changed', 'plan_start_passed', 'no_fees', 'account_closed'],
  },
  'POST /api/staff/accounts/:accountId/plans/:planId/tailor': {
    summary: 'Marks a plan as temporary',
    access: 'operations',
    params: planParams,
    body: change({ type: line(60), until: calendarDate }),
    refusals: ['not_possible'],
  },
  'POST /api/staff/accounts/:accountId/plans/:planId/end-tailoring': {
    summary: 'Ends a temporary plan early; the family is notified',
    access: 'operations',
    params: planParams,
    body: change({}),
    refusals: ['not_possible'],
  },
})
