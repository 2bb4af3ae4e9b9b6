import { frequencies, tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { comparedFacts, correctableFacts } from '#domain/reviews.ts'
import { awaits } from '../awaits.ts'
import { choice } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { OpsFailure } from '../failure.ts'
import { identityPage } from '../identity-page.ts'
import { accountBy } from '../lookup.ts'
import { planPage } from '../plan-page.ts'
import { reviewText } from '../review-page.ts'
import { saveOptions } from '../save-file.ts'
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
  command({
    name: 'reviews show',
    about:
      'Shows what is asked for beside what is on file, what it was checked against, and what happens then. Your view is recorded.',
    arguments: [review],
    examples: ['reviews show 3f0c91d2', 'reviews show 3f0c91d2 --json'],
    async run({ api, argument }) {
      const found = await api('GET /api/staff/reviews/:reviewId', { params: { reviewId: argument.review } })
      return { raw: found, text: reviewText(found) }
    },
  }),
  command({
    name: 'reviews approve',
    about:
      'Finds a plan, a discount, a skip, an identity document or an invoice good, or new fees settled; a withdrawal awaits a second person then.',
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
      return raw.approval ? awaits(raw.approval, raw) : { raw, text: 'Approved. The family is told.' }
    },
  }),
  command({
    name: 'reviews decline',
    about:
      'Finds it wanting, or leaves a plan as it was before new fees; the family reads your words, or the reason without them.',
    arguments: [review],
    options: {
      words,
      differs: { value: 'facts', about: 'what differs from the copy of a document, like Number' },
    },
    isChange: true,
    examples: [
      'reviews decline 3f0c91d2 --words "Your copy cannot be read. Please send another." --reason "Blurred"',
      'reviews decline 3f0c91d2 --reason "Your school has no record of this discount."',
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
  command({
    name: 'reviews undo',
    about:
      'Undoes a decision, so that it is decided again. The family is notified. See the deadline in reviews show.',
    arguments: [review],
    isChange: true,
    examples: [
      'reviews undo 3f0c91d2 --reason "The letter was of another student"',
      'reviews undo 3f0c91d2 --reason "Decided the wrong one"',
    ],
    async run({ api, reason, argument }) {
      const raw = await api('POST /api/staff/reviews/:reviewId/undo', {
        params: { reviewId: argument.review },
        body: { reason },
      })
      return { raw, text: 'Taken back. The family is told.' }
    },
  }),
  command({
    name: 'reviews correct',
    about: 'Corrects what a family mistyped of its document, as the copy has it; the family is told.',
    arguments: [review],
    options: {
      fact: { value: 'fact', about: `one of ${correctableFacts.join(', ')}`, isRequired: true },
      value: { value: 'text', about: 'as it is on the copy; a country by its two letters', isRequired: true },
    },
    isChange: true,
    examples: [
      'reviews correct 3f0c91d2 --fact Number --value LM471902 --reason "Digits swapped"',
      'reviews correct 3f0c91d2 --fact Country --value NZ --reason "As on the copy"',
    ],
    async run({ api, reason, argument, option }) {
      const raw = await api('POST /api/staff/reviews/:reviewId/identity/correct', {
        params: { reviewId: argument.review },
        body: { fact: choice('--fact', option.fact, correctableFacts), value: option.value, reason },
      })
      return { raw, text: 'Corrected. The family is told.' }
    },
  }),
  command({
    name: 'reviews file',
    about: 'Saves the document or letter that a review is about. Your view is recorded.',
    arguments: [review],
    options: { ...saveOptions, file: { value: 'id', about: 'which one, where there are several' } },
    examples: ['reviews file 3f0c91d2', 'reviews file 3f0c91d2 --to passport.pdf'],
    async run({ api, argument, option, save }) {
      const file = await api('GET /api/staff/reviews/:reviewId/file', {
        params: { reviewId: argument.review },
        query: { fileId: option.file },
      })
      return save(file, option)
    },
  }),
  command({
    name: 'reviews identity',
    about:
      'Shows whom a document is said to belong to, its numbers, and every try so far. Your view is recorded.',
    arguments: [review],
    examples: ['reviews identity 3f0c91d2', 'reviews identity 3f0c91d2 --json'],
    async run({ api, argument }) {
      const found = await api('GET /api/staff/reviews/:reviewId/identity', {
        params: { reviewId: argument.review },
      })
      return { raw: found, text: identityPage(found) }
    },
  }),
  command({
    name: 'plans show',
    about: 'Shows a plan with its fees, and what the family asks for in it.',
    arguments: [account],
    options: { year: { value: 'year', about: 'the tuition year', isRequired: true } },
    examples: ['plans show LW12345 --year 2027', 'plans show LW12345 --year 2027 --json'],
    async run({ api, argument, option }) {
      const accountId = await accountBy(api, argument.account)
      const [plan, { region, enrolments }] = await Promise.all([
        api('GET /api/staff/accounts/:accountId/plans/:year', {
          params: { accountId, year: wholeNumber('--year', option.year) },
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
      const accountId = await accountBy(api, argument.account)
      const { region } = await api('GET /api/staff/accounts/:accountId', { params: { accountId } })
      const plan = await api('POST /api/staff/accounts/:accountId/plans', {
        params: { accountId },
        body: {
          tuitionYear: wholeNumber('--year', option.year),
          frequency: choice('--every', option.every, frequencies),
          startDate: option.start,
          count: wholeNumber('--count', option.count),
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
      return { raw: plan, text: `Saved, and the family is told.\n\n${text}` }
    },
  }),
  command({
    name: 'plans tailor',
    about: 'Marks a plan as tailored for a while, for a family in a difficult time.',
    arguments: [account, { name: 'plan', about: 'its id, from accounts show' }],
    options: {
      type: { value: 'name', about: 'what kind of help it is', isRequired: true },
      until: { value: 'date', about: 'the last day of it', isRequired: true },
    },
    isChange: true,
    examples: [
      'plans tailor LW12345 3f0c91d2 --type Hardship --until 2027-06-30 --reason "Lost their job"',
      'plans tailor LW12345 3f0c91d2 --type Illness --until 2027-04-30 --reason "In hospital"',
    ],
    async run({ api, reason, argument, option }) {
      const raw = await api('POST /api/staff/accounts/:accountId/plans/:planId/tailor', {
        params: { accountId: await accountBy(api, argument.account), planId: argument.plan },
        body: { type: option.type, until: option.until, reason },
      })
      return { raw, text: `Tailored until ${day(option.until)}.` }
    },
  }),
  command({
    name: 'plans end-tailoring',
    about: 'Ends the tailoring of a plan before its day; the family is told.',
    arguments: [account, { name: 'plan', about: 'its id, from accounts show' }],
    isChange: true,
    examples: [
      'plans end-tailoring LW12345 3f0c91d2 --reason "Back at work"',
      'plans end-tailoring LW12345 3f0c91d2 --reason "At their wish" --json',
    ],
    async run({ api, reason, argument }) {
      const raw = await api('POST /api/staff/accounts/:accountId/plans/:planId/end-tailoring', {
        params: { accountId: await accountBy(api, argument.account), planId: argument.plan },
        body: { reason },
      })
      return { raw, text: 'The plan is an ordinary one again.' }
    },
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

function wholeNumber(option: string, typed: string): number {
  if (!/^\d{1,4}$/.test(typed))
    throw new OpsFailure('usage', `${option} cannot be "${typed}".`, 'Give a number.')
  return Number(typed)
}
