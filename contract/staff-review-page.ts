import * as z from 'zod/mini'
import { currencies, regions } from '#domain/region.ts'
import { comparedFacts, reviewKinds, reviewStatuses } from '#domain/reviews.ts'
import { described, named } from './documented.ts'
import { calendarDate, id, instant } from './wire.ts'

/** What a family reads: several lines. */
export const wordsForFamily = described(
  'What the family reads, in place of the words of the letter.',
  z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
)

export const comparison = described(
  'What was compared with the copy of a document. An approval needs all of it, and all of it the same.',
  z.array(z.strictObject({ fact: z.enum(comparedFacts), isSame: z.boolean() })).check(z.maxLength(20)),
)

const comparedRow = z.object({
  label: z.string(),
  onFile: described('In words; null where there is nothing.', z.nullable(z.string())),
  askedFor: z.nullable(z.string()),
  difference: described('Null where there is none.', z.nullable(z.string())),
  isChanged: z.boolean(),
  isTotal: described('The sum of the rows above.', z.boolean()),
})

const compared = z.object({
  onFile: described('What the first column is: "On file", and of which version.', z.string()),
  onFileDetail: z.nullable(z.string()),
  askedFor: z.string(),
  askedForDetail: z.nullable(z.string()),
  groups: z.array(z.object({ title: z.string(), rows: z.array(comparedRow) })),
  sums: described('How the payments add up, in words.', z.nullable(z.string())),
})
export type Compared = z.infer<typeof compared>

const reviewCheck = z.object({
  state: described(
    'Mind: somebody should look at it. Wrong: it does not fit.',
    z.enum(['Ok', 'Mind', 'Wrong']),
  ),
  text: z.string(),
  detail: z.nullable(z.string()),
})
export type ReviewCheck = z.infer<typeof reviewCheck>

const undo = z.object({
  until: described('The last day, to its end; null where no day limits it.', z.nullable(calendarDate)),
  text: described('"Can be undone until 27 Jan 2027", or why it cannot.', z.string()),
  isPossible: z.boolean(),
})

const effect = z.object({
  kind: z.enum(['Money', 'Plan', 'Family', 'People']),
  text: z.string(),
})

const wayToDecide = z.object({
  words: described('Filled in for the family; to be changed at will.', z.string()),
  effects: described('What happens, in words.', z.array(effect)),
  undo,
})

const decision = z.object({
  by: described(
    'Null where no person decided: the family has withdrawn it, for example.',
    z.nullable(z.string()),
  ),
  isOwn: z.boolean(),
  at: instant,
  reason: z.nullable(z.string()),
  words: described('What the family reads, where somebody wrote it.', z.nullable(z.string())),
  undo,
  undoneAt: described('Set where it was taken back and is not to be decided again.', z.nullable(instant)),
})

const reviewPage = z.object({
  id,
  kind: z.enum(reviewKinds),
  status: z.enum(reviewStatuses),
  title: described('"Okonjo family, plan 2027"', z.string()),
  about: described('What is looked at, in a word or two: "Passport copy".', z.nullable(z.string())),
  accountId: id,
  shortId: z.string(),
  familyName: z.string(),
  schoolName: z.string(),
  studentCount: z.int(),
  region: z.enum(regions),
  currency: z.enum(currencies),
  since: instant,
  readers: described('The first names of those who are written to.', z.array(z.string())),
  says: described("The family's own words.", z.nullable(z.object({ text: z.string(), at: instant }))),
  files: z.array(
    z.object({ id, name: z.string(), contentType: z.string(), size: described('In bytes.', z.int()) }),
  ),
  compared: z.nullable(compared),
  checks: z.array(reviewCheck),
  approve: z.extend(wayToDecide, {
    label: described('"Approve", "Confirm", "Settled": what it is called here.', z.string()),
    needsSecond: described('It is only asked for: a second person approves it.', z.boolean()),
    needsStartDate: described(
      'The first day of the plan has passed: another one must be sent, this one at the earliest.',
      z.nullable(calendarDate),
    ),
    whyNot: described('Why it cannot be approved as things stand.', z.nullable(z.string())),
  }),
  decline: z.extend(wayToDecide, {
    label: z.string(),
    choices: described(
      'Why, to choose from, each with words for the family.',
      z.array(z.object({ why: z.string(), words: z.string() })),
    ),
  }),
  decision: described('Null while it is open.', z.nullable(decision)),
  approvalId: described('Of the second person, where one was asked and has not decided.', z.nullable(id)),
  place: described(
    'Among the open ones of its kind, longest waiting first.',
    z.object({
      number: described('Null once it is decided.', z.nullable(z.int())),
      count: z.int(),
      previousId: z.nullable(id),
      nextId: z.nullable(id),
    }),
  ),
})
export type ReviewPage = z.infer<typeof reviewPage>
export { reviewPage }

named({
  ReviewPage: [reviewPage, 'Everything that somebody needs to decide one question.'],
  ComparedRow: [comparedRow, 'One line of what is on file and what is asked for.'],
  ReviewCheck: [reviewCheck, 'What a question was checked against, and how it came out.'],
})
