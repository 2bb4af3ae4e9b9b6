import { callCommand, fileCommand } from '../call-command.ts'
import { frequencies, tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { comparedFacts } from '#domain/reviews.ts'
import { awaits } from '../awaits.ts'
import { choice, readNumber } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { identityPage } from '../identity-page.ts'
import { planPage } from '../plan-page.ts'
import { reviewText } from '../review-page.ts'
import { facts } from '../table.ts'
import { counted, day } from '../words.ts'

const review = { name: 'review', about: 'its id, from queue list' } as const
const words = { value: 'text', about: 'what the family reads, in place of the words of the letter' } as const
const same = {
  value: 'facts',
  about: `what you found the same on the copy of a document, of ${comparedFacts.join(', ')}`,
} as const
const account = { name: 'account', about: 'its short id, like LW12345, or its id' } as const

export const reviewCommands: Command[] = [
  callCommand({
    name: 'reviews show',
    about:
      'Shows what is asked for beside what is on file, what it was checked against, and what happens then. Your view is recorded.',
    call: 'GET /api/staff/reviews/:reviewId',
    examples: ['reviews show 3f0c91d2'],
    text: reviewText,
  }),
  command({
    name: 'reviews approve',
    about:
      'Approves a plan, a discount, a skip, an identity document or an invoice, or settles new fees; a withdrawal then waits for a second person.',
    arguments: [review],
    options: {
      start: { value: 'date', about: 'another first payment, for a plan whose own has passed' },
      words,
      same,
    },
    isChange: true,
    examples: [
      'reviews approve 3f0c91d2 --same Name,BirthDate,Country,Number,Expiry --reason "Compared with the copy"',
      'reviews approve 3f0c91d2 --start 2027-03-01 --reason "Agreed on the phone"',
    ],
    async run({ api, reason, argument, option }) {
      const raw = await api('POST /api/staff/reviews/:reviewId/approve', {
        params: { reviewId: argument.review },
        body: {
          startDate: option.start,
          words: option.words,
          comparison: comparisonOf(option),
          reason,
        },
      })
      return { raw, text: raw.approval ? awaits(raw.approval) : 'Approved. The family is notified.' }
    },
  }),
  command({
    name: 'reviews decline',
    about:
      'Declines it, or leaves a plan as it was before new fees; the family reads your words, or the reason without them.',
    arguments: [review],
    options: {
      words,
      differs: { value: 'facts', about: 'what differs from the copy of a document, like Number' },
    },
    isChange: true,
    examples: [
      'reviews decline 3f0c91d2 --words "Your copy cannot be read. Please send another." --reason "Blurred"',
    ],
    async run({ api, reason, argument, option }) {
      const raw = await api('POST /api/staff/reviews/:reviewId/decline', {
        params: { reviewId: argument.review },
        body: { words: option.words, comparison: comparisonOf(option), reason },
      })
      return {
        raw,
        text: `Declined. The family reads your ${option.words === undefined ? 'reason' : 'words'}.`,
      }
    },
  }),
  callCommand({
    name: 'reviews undo',
    about:
      'Undoes a decision, so that it is decided again. The family is notified. See the deadline in reviews show.',
    call: 'POST /api/staff/reviews/:reviewId/undo',
    examples: ['reviews undo 3f0c91d2 --reason "The letter was of another student"'],
    text: () => 'Undone. The family is notified.',
  }),
  callCommand({
    name: 'reviews correct',
    about: 'Corrects what a family mistyped of its document, as the copy has it; the family is notified.',
    call: 'POST /api/staff/reviews/:reviewId/identity/correct',
    options: { fact: {}, value: 'as it is on the copy; a country by its two letters' },
    examples: ['reviews correct 3f0c91d2 --fact Number --value LM471902 --reason "Digits swapped"'],
    text: () => 'Corrected. The family is notified.',
  }),
  fileCommand({
    name: 'reviews file',
    about: 'Saves the document or letter that a review is about. Your view is recorded.',
    call: 'GET /api/staff/reviews/:reviewId/file',
    options: { file: { about: 'which one, where there are several', field: 'fileId' } },
    examples: ['reviews file 3f0c91d2', 'reviews file 3f0c91d2 --to passport.pdf'],
  }),
  callCommand({
    name: 'reviews identity',
    about:
      'Shows whom a document is said to belong to, its numbers, and every try so far. Your view is recorded.',
    call: 'GET /api/staff/reviews/:reviewId/identity',
    examples: ['reviews identity 3f0c91d2'],
    text: identityPage,
  }),
  command({
    name: 'plans show',
    about: 'Shows a plan with its fees, and what the family asks for in it.',
    arguments: [account],
    options: { year: { value: 'year', about: 'the tuition year', isRequired: true } },
    examples: ['plans show LW12345 --year 2027'],
    async run({ api, argument, option }) {
      const accountId = argument.account
      const [plan, { region, enrolments }] = await Promise.all([
        api('GET /api/staff/accounts/:accountId/plans/:year', {
          params: { accountId, year: readNumber('--year', option.year) },
        }),
        api('GET /api/staff/accounts/:accountId', { params: { accountId } }),
      ])
      return { raw: plan, text: planPage(plan, region, enrolments) }
    },
  }),
  command({
    name: 'plans change',
    about: 'Saves a plan of our making for a family, in any rhythm and of any length.',
    arguments: [account],
    options: {
      year: { value: 'year', about: 'the tuition year', isRequired: true },
      every: { value: 'rhythm', about: `one of ${frequencies.join(', ')}`, isRequired: true },
      start: { value: 'date', about: 'of the first payment that is still to be made', isRequired: true },
      count: { value: 'number', about: 'how many payments are still to be made', isRequired: true },
      from: { value: 'date', about: 'the day from which the family pays; "none" for the whole year' },
      outstanding: {
        value: 'way',
        about: 'whether the plan covers what is owed from before: covered or apart',
      },
    },
    isChange: true,
    examples: [
      'plans change LW12345 --year 2027 --every Term --start 2027-02-01 --count 4 --reason "Pays by term"',
      'plans change LW12345 --year 2027 --every Month --start 2027-03-15 --count 9 --from 2027-03-01 --reason "Joins in March"',
    ],
    async run({ api, reason, argument, option }) {
      const accountId = argument.account
      const { region } = await api('GET /api/staff/accounts/:accountId', { params: { accountId } })
      const plan = await api('POST /api/staff/accounts/:accountId/plans', {
        params: { accountId },
        body: {
          tuitionYear: readNumber('--year', option.year),
          frequency: choice('--every', option.every, frequencies),
          startDate: option.start,
          count: readNumber('--count', option.count),
          coverFrom: option.from === 'none' ? null : option.from,
          coversOutstandingFees:
            option.outstanding === undefined
              ? undefined
              : choice('--outstanding', option.outstanding, ['covered', 'apart'] as const) === 'covered',
          reason,
        },
      })
      const text = facts([
        ['Plan', `${tuitionYearName(plan.planYear, region)}, ${plan.planStatus}`],
        ['Payments', counted(plan.repaymentCount, 'payment')],
        ['First', day(plan.planStartDate)],
        ['Last', day(plan.planEndDate)],
        ['Id', plan.accountPlanId],
      ])
      return { raw: plan, text: `Saved, and the family is notified.\n\n${text}` }
    },
  }),
  callCommand({
    name: 'plans tailor',
    about: 'Marks a plan as tailored for a while, for a family in a difficult time.',
    call: 'POST /api/staff/accounts/:accountId/plans/:planId/tailor',
    options: { type: 'what kind of help it is', until: 'the last day of it' },
    examples: ['plans tailor LW12345 3f0c91d2 --type Hardship --until 2027-06-30 --reason "Lost their job"'],
    text: (_, { until }) => `Tailored until ${day(until)}.`,
  }),
  callCommand({
    name: 'plans end-tailoring',
    about: 'Ends the tailoring of a plan before its day; the family is notified.',
    call: 'POST /api/staff/accounts/:accountId/plans/:planId/end-tailoring',
    examples: ['plans end-tailoring LW12345 3f0c91d2 --reason "Back at work"'],
    text: () => 'The plan is an ordinary one again.',
  }),
]

/** "Name,Number" */
function comparisonOf(option: {
  same?: string | undefined
  differs?: string | undefined
}): { fact: (typeof comparedFacts)[number]; isSame: boolean }[] | undefined {
  const list = (name: '--same' | '--differs', typed: string | undefined, isSame: boolean) =>
    (typed?.split(',') ?? []).map((fact) => ({ fact: choice(name, fact.trim(), comparedFacts), isSame }))
  const compared = [...list('--same', option.same, true), ...list('--differs', option.differs, false)]
  return compared.length === 0 ? undefined : compared
}
