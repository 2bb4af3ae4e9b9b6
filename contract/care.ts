import * as z from 'zod/mini'
import {
  careDurations,
  careReasons,
  careRhythms,
  careStatuses,
  careWays,
  keysOf,
  mostCareWords,
} from '#domain/care.ts'
import { frequencies, planPaymentStatuses } from '#domain/plan/payment-schedule.ts'
import { described, named } from './documented.ts'
import { endpoints, file } from './endpoint.ts'
import {
  accountParams,
  amount,
  amountSent,
  calendarDate,
  id,
  instant,
  line,
  textVersion,
  uuid,
} from './wire.ts'

const answers = {
  why: z.enum(keysOf(careReasons)),
  lasts: z.enum(keysOf(careDurations)),
  every: z.enum(keysOf(careRhythms)),
  reach: z.enum(keysOf(careWays)),
}

export const careAnswers = z.object({ ...answers, amount })
export type CareAnswers = z.infer<typeof careAnswers>

const dayOfPayment = z.object({ date: calendarDate, amount })

const note = z.object({ by: z.string(), at: instant, text: z.nullable(z.string()) })

export const arrangementPreview = z.object({
  version: described('As the plan stands; of it the arrangement is calculated.', z.int()),
  frequency: z.enum(frequencies),
  before: z.array(dayOfPayment),
  after: z.array(dayOfPayment),
  lower: z.object({ count: z.int(), amount, from: calendarDate, until: calendarDate }),
  later: z.object({ count: z.int(), amount, from: calendarDate, lastDate: calendarDate }),
  total: amount,
})
export type ArrangementPreview = z.infer<typeof arrangementPreview>

const careRequest = z.object({
  reference: z.string(),
  status: z.enum(careStatuses),
  sentAt: instant,
  answerBy: calendarDate,
  lawfulBy: described('By law; null where it sets no day.', z.nullable(calendarDate)),
  lawfulNotes: described(
    'What the law says about the answer; none where it sets no day.',
    z.array(z.string()),
  ),
  email: z.string(),
  seenBy: described('The first name of who of our people looks at it.', z.nullable(z.string())),
  answers: described(
    'Null once it was deleted, as everything that was said is after some time.',
    z.nullable(careAnswers),
  ),
  words: z.array(z.object({ at: instant, text: z.string() })),
  offer: z.nullable(
    z.object({
      id,
      note: z.nullable(note),
      preview: described(
        'Null where the plan has changed so much that it cannot be made any more.',
        z.nullable(arrangementPreview),
      ),
      acceptBy: described(
        'The last day on which it can be accepted so that it begins on the first day shown.',
        z.nullable(calendarDate),
      ),
      text: described(
        'What we promise beside it.',
        z.object({ version: z.int(), fees: z.string(), ifIncomeChanges: z.string() }),
      ),
      overdue: described(
        'What the family is behind with. It is not part of the proposal, and nobody urges who keeps to that.',
        amount,
      ),
    }),
  ),
  declined: z.nullable(note),
})
export type CareRequest = z.infer<typeof careRequest>

const care = z.object({
  today: described("Of the account's region.", calendarDate),
  hold: described('Nothing is collected meanwhile.', z.nullable(z.object({ until: calendarDate }))),
  coming: described('What is collected next, or would be without the hold.', z.array(dayOfPayment)),
  retrying: described(
    'What failed, and is tried again unless the family asks for help.',
    z.array(dayOfPayment),
  ),
  underWay: described('What is with the bank already and cannot be stopped.', z.array(dayOfPayment)),
  ifSentToday: described(
    'The days that a request of today would have.',
    z.object({
      answerBy: calendarDate,
      holdEndsOn: calendarDate,
      lawfulBy: z.nullable(calendarDate),
    }),
  ),
  frequency: described(
    'The rhythm of the plan that runs; null where none does.',
    z.nullable(z.enum(frequencies)),
  ),
  notes: described('Our promises beside the form, and the version of that text.', z.array(z.string())),
  notesVersion: z.int(),
  contactsIntro: described('Above those who help besides us.', z.string()),
  contacts: z.array(z.object({ name: z.string(), about: z.string(), reach: z.string() })),
  request: described(
    'The last one that the reader has sent. Of a request of the other parent nothing is here.',
    z.nullable(careRequest),
  ),
  agreed: described(
    'The arrangement under which the family pays now.',
    z.nullable(
      z.object({
        frequency: z.enum(frequencies),
        lower: z.object({ amount, until: calendarDate }),
        later: z.object({ amount, from: z.nullable(calendarDate), lastDate: calendarDate }),
        paid: amount,
        left: amount,
        payments: z.array(z.object({ date: calendarDate, amount, status: z.enum(planPaymentStatuses) })),
        tellUsBy: described(
          'The last day on which something can be said about the next payment.',
          z.nullable(calendarDate),
        ),
        notes: z.array(z.string()),
        madeBy: described('The first name of who of our people made the proposal.', z.nullable(z.string())),
      }),
    ),
  ),
})
export type Care = z.infer<typeof care>

const words = line(mostCareWords)
const done = z.object({ reference: z.string(), status: z.enum(careStatuses) })

named({
  CareAnswers: [careAnswers, 'What the family has answered.'],
  DayOfPayment: [dayOfPayment, 'What is collected on a day.'],
  CareNote: [note, 'Words of our staff to the family; the text is null once it was deleted.'],
  ArrangementPreview: [
    arrangementPreview,
    'Lower payments for a while and what follows, calculated on the plan as it stands.',
  ],
  CareRequest: [careRequest, 'What a family has told us about finding it hard to pay, and our answer.'],
  Care: [care, 'How it stands with a family that finds it hard to pay.'],
  CareOutcome: [done, 'The request after the call.'],
})

/** A family finds it hard to pay. */
export const careCalls = endpoints({
  'GET /api/portal/customer/account/:accountId/care': {
    summary: 'Whether payments are on hold, what the reader has told us and what we propose',
    access: 'account',
    params: accountParams,
    reply: care,
    refusals: ['not_found'],
  },
  'GET /api/portal/customer/account/:accountId/arrangement-agreement': {
    summary: 'What was agreed for the plan that runs, as a PDF',
    access: 'account',
    params: accountParams,
    reply: file('application/pdf'),
    refusals: ['not_found'],
  },
  'POST /api/portal/customer/account/:accountId/care-request': {
    summary: 'Tells us that it is hard to pay, and holds all payments at once',
    access: 'account',
    params: accountParams,
    body: z.strictObject({
      ...answers,
      amount: amountSent,
      words: z.optional(z.nullable(words)),
      textVersion,
    }),
    reply: done,
    refusals: ['not_found', 'care_already_open'],
  },
  'POST /api/portal/customer/account/:accountId/care-request/words': {
    summary: 'Adds something to what was told',
    access: 'account',
    params: accountParams,
    body: z.strictObject({ words }),
    reply: done,
    refusals: ['not_found', 'care_closed'],
  },
  'POST /api/portal/customer/account/:accountId/care-request/withdraw': {
    summary: 'Takes the request back: payments go on after a new notice',
    access: 'account',
    params: accountParams,
    body: described('The one that was on the screen.', z.strictObject({ reference: line(16) })),
    reply: done,
    refusals: ['not_found', 'care_closed'],
  },
  'POST /api/portal/customer/account/:accountId/care-offer/accept': {
    summary: 'Accepts the proposal: the plan becomes as it was shown',
    access: 'account',
    params: accountParams,
    body: described(
      'What was shown: the plan it rests on, and the day of the first payment.',
      z.strictObject({ offerId: uuid, version: z.int(), firstOn: calendarDate, textVersion }),
    ),
    reply: done,
    refusals: ['not_found', 'care_closed', 'plan_changed'],
  },
  'POST /api/portal/customer/account/:accountId/care-offer/ask-change': {
    summary: 'Says what does not fit; somebody looks at it again',
    access: 'account',
    params: accountParams,
    body: z.strictObject({ offerId: uuid, words }),
    reply: done,
    refusals: ['not_found', 'care_closed'],
  },
})
