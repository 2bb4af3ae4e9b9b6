import * as z from 'zod/mini'
import { currencies, regions } from '#domain/region.ts'
import { comparedFacts, reviewKinds, reviewStatuses } from '#domain/reviews.ts'
import { described, named } from './documented.ts'
import { queuePosition } from './staff-wire.ts'
import { calendarDate, id, instant } from './wire.ts'

/** Text of several lines for a family. */
export const wordsForFamily = described(
  'Text for the family that replaces the standard text of the letter.',
  z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
)

export const comparison = described(
  'The facts that were compared with the copy of a document. An approval requires that all were compared and match.',
  z.array(z.strictObject({ fact: z.enum(comparedFacts), isSame: z.boolean() })).check(z.maxLength(20)),
)

const comparedRow = z.object({
  label: z.string(),
  onFile: described('A description; null if there is nothing.', z.nullable(z.string())),
  askedFor: z.nullable(z.string()),
  difference: described('Null if there is none.', z.nullable(z.string())),
  isChanged: z.boolean(),
  isTotal: described('Whether it is the sum of the rows above.', z.boolean()),
})

const compared = z.object({
  onFile: described('The heading of the first column: "On file", and the version.', z.string()),
  onFileDetail: z.nullable(z.string()),
  askedFor: z.string(),
  askedForDetail: z.nullable(z.string()),
  groups: z.array(z.object({ title: z.string(), rows: z.array(comparedRow) })),
  sums: described('A description of how the payments add up.', z.nullable(z.string())),
})
export type Compared = z.infer<typeof compared>

const reviewCheck = z.object({
  state: described('`Mind`: needs attention. `Wrong`: does not match.', z.enum(['Ok', 'Mind', 'Wrong'])),
  text: z.string(),
  detail: z.nullable(z.string()),
})
export type ReviewCheck = z.infer<typeof reviewCheck>

const undo = z.object({
  until: described('The last day, inclusive; null without a limit.', z.nullable(calendarDate)),
  text: described('"Can be undone until 27 Jan 2027", or the reason why it cannot.', z.string()),
  isPossible: z.boolean(),
})

const effect = z.object({
  kind: z.enum(['Money', 'Plan', 'Family', 'People']),
  text: z.string(),
})

const wayToDecide = z.object({
  words: described('Suggested text for the family, which can be edited.', z.string()),
  effects: described('The effects, in words.', z.array(effect)),
  undo,
})

const decision = z.object({
  by: described('Null if no person decided, for example if the family withdrew it.', z.nullable(z.string())),
  isOwn: z.boolean(),
  at: instant,
  reason: z.nullable(z.string()),
  words: described('The text for the family, if somebody wrote one.', z.nullable(z.string())),
  undo,
  undoneAt: described('Set if it was taken back and is not to be decided again.', z.nullable(instant)),
})

const reviewPage = z.object({
  id,
  kind: z.enum(reviewKinds),
  status: z.enum(reviewStatuses),
  title: described('"Okonjo family, plan 2027"', z.string()),
  about: described('The subject in a word or two: "Passport copy".', z.nullable(z.string())),
  accountId: id,
  shortId: z.string(),
  familyName: z.string(),
  schoolName: z.string(),
  studentCount: z.int(),
  region: z.enum(regions),
  currency: z.enum(currencies),
  since: instant,
  readers: described('The first names of the recipients.', z.array(z.string())),
  says: described("The family's own words.", z.nullable(z.object({ text: z.string(), at: instant }))),
  files: z.array(
    z.object({ id, name: z.string(), contentType: z.string(), size: described('In bytes.', z.int()) }),
  ),
  compared: z.nullable(compared),
  checks: z.array(reviewCheck),
  approve: z.extend(wayToDecide, {
    label: described('The label of the approval: "Approve", "Confirm" or "Settled".', z.string()),
    needsSecond: described('Whether a second person must approve it.', z.boolean()),
    needsStartDate: described(
      "Set if the plan's first day has passed: the earliest new start date, which must be sent.",
      z.nullable(calendarDate),
    ),
    whyNot: described('The reason why it cannot currently be approved.', z.nullable(z.string())),
  }),
  decline: z.extend(wayToDecide, {
    label: z.string(),
    choices: described(
      'The reasons to choose from, each with text for the family.',
      z.array(z.object({ why: z.string(), words: z.string() })),
    ),
  }),
  decision: described('Null while open.', z.nullable(decision)),
  approvalId: described('The id of the pending approval by a second person, if any.', z.nullable(id)),
  place: described('Its position among the open reviews of its kind, longest waiting first.', queuePosition),
})
export type ReviewPage = z.infer<typeof reviewPage>
export { reviewPage }

named({
  ReviewPage: [reviewPage, 'All facts for deciding one review.'],
  ComparedRow: [comparedRow, 'One row of the comparison between the stored and the requested values.'],
  ReviewCheck: [reviewCheck, 'A check of a review, and its result.'],
})
