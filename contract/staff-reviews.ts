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
  document: described('Null once its numbers were deleted.', z.nullable(identification)),
  checks: described(
    'Every try of this account, oldest first.',
    z.array(
      z.object({
        manner: z.enum(identityManners),
        outcome: z.enum(identityCheckStatuses),
        at: instant,
        reference: described('By which the one who was asked knows the try.', z.nullable(z.string())),
        failure: z.nullable(z.string()),
      }),
    ),
  ),
})
export type IdentityReview = z.infer<typeof identityReview>

const reviewParams = z.object({ reviewId: described('Something to decide, by its id in the queue.', uuid) })
const planParams = z.object({ accountId, planId: described('A plan.', uuid) })

named({
  IdentityReview: [identityReview, 'A copy of a licence or passport that people have to look at.'],
})

/** What waits for a decision, and the decisions. */
export const staffReviews = endpoints({
  'GET /api/staff/reviews/:reviewId': {
    summary:
      'Everything that somebody needs to decide: what is asked for beside what is on file, what it was checked against, and what happens then',
    access: 'staff',
    role: 'operations',
    params: reviewParams,
    reply: reviewPage,
    refusals: ['not_found'],
  },
  'GET /api/staff/reviews/:reviewId/file': {
    summary: 'The document that a review is about; with several, the one that is asked for',
    access: 'staff',
    role: 'operations',
    params: reviewParams,
    query: z.object({ fileId: described('One of the files of the review.', z.optional(uuid)) }),
    reply: file(fileKinds.pdf.contentType, fileKinds.png.contentType, fileKinds.jpg.contentType),
    refusals: ['not_found', 'file_missing'],
  },
  'GET /api/staff/reviews/:reviewId/identity': {
    summary:
      'Who a document is said to belong to, its numbers, and what its issuer said; the look is on record',
    access: 'staff',
    role: 'operations',
    params: reviewParams,
    reply: identityReview,
    refusals: ['not_found'],
  },
  'POST /api/staff/reviews/:reviewId/identity/correct': {
    summary: 'Corrects what a family mistyped of its document, as the copy has it; the family is told',
    access: 'staff',
    role: 'operations',
    params: reviewParams,
    body: change({
      fact: z.enum(correctableFacts),
      value: described('As it is on the copy; a country by its two letters.', line(20)),
    }),
    reply: identityReview,
    refusals: ['not_found', 'already_decided', 'not_possible'],
  },
  'POST /api/staff/reviews/:reviewId/approve': {
    summary:
      'Finds a plan, a discount, a skip, an identity document or an invoice good, or a plan with new fees settled; a withdrawal awaits approval',
    access: 'staff',
    role: 'operations',
    params: reviewParams,
    body: change({
      startDate: described(
        'For a plan whose first payment would lie in the past by now.',
        z.optional(calendarDate),
      ),
      words: z.optional(wordsForFamily),
      comparison: z.optional(comparison),
    }),
    asksFor: 'Withdrawal',
    accepted: { about: awaitsApproval.about },
    reply: described('Null where one person is enough.', z.object({ approval: z.nullable(approval) })),
    refusals: [
      'not_found',
      'already_decided',
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
      'Finds it wanting, or leaves a plan as it was before a change of fees; the family reads the words, or the reason where there are none. Without a declared discount the plan is calculated anew',
    access: 'staff',
    role: 'operations',
    params: reviewParams,
    body: change({ words: z.optional(wordsForFamily), comparison: z.optional(comparison) }),
    reply: z.object({}),
    refusals: ['not_found', 'already_decided', 'no_fees'],
  },
  'POST /api/staff/reviews/:reviewId/undo': {
    summary: 'Takes a decision back, so that it is decided again; the family is told',
    access: 'staff',
    role: 'operations',
    params: reviewParams,
    body: change({}),
    reply: z.object({}),
    refusals: ['not_found', 'cannot_be_undone'],
  },
  'GET /api/staff/accounts/:accountId/plans/:year': {
    summary: 'The plan of a tuition year, with its fees and what the family asks for',
    access: 'staff',
    role: 'support',
    params: z.object({ accountId, year: yearInPath }),
    reply: scheduleReply,
    refusals: ['not_found'],
  },
  'POST /api/staff/accounts/:accountId/plans': {
    summary: 'Saves a plan of our making for a family, in any rhythm and of any length',
    access: 'staff',
    role: 'operations',
    params: z.object({ accountId }),
    body: change({
      tuitionYear: year,
      frequency: z.enum(frequencies),
      startDate: described('Of the first payment that is still to be made.', calendarDate),
      count: z.int().check(z.minimum(0), z.maximum(60)),
      variances: z.optional(z.nullable(variances)),
      coverFrom: described(
        'The day from which the family pays; null for the whole year.',
        z.optional(z.nullable(calendarDate)),
      ),
      coversOutstandingFees: z.optional(z.boolean()),
      version: described('As the plan was when it was looked at.', z.optional(z.nullable(z.int()))),
    }),
    reply: plan,
    refusals: ['not_found', 'plan_locked', 'plan_changed', 'plan_start_passed', 'no_fees'],
  },
  'POST /api/staff/accounts/:accountId/plans/:planId/tailor': {
    summary: 'Marks a plan as tailored for a while',
    access: 'staff',
    role: 'operations',
    params: planParams,
    body: change({ type: line(60), until: calendarDate }),
    reply: z.object({}),
    refusals: ['not_found', 'not_possible'],
  },
  'POST /api/staff/accounts/:accountId/plans/:planId/end-tailoring': {
    summary: 'Ends that before its day; the family is told',
    access: 'staff',
    role: 'operations',
    params: planParams,
    body: change({}),
    reply: z.object({}),
    refusals: ['not_found', 'not_possible'],
  },
})
