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
  version: described('The plan version that the arrangement is calculated from.', z.int()),
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
  lawfulBy: described(
    'The legal deadline for our answer; null where the law sets none.',
    z.nullable(calendarDate),
  ),
  lawfulNotes: described(
    'The legal notes about the answer; empty where the law sets no deadline.',
    z.array(z.string()),
  ),
  email: z.string(),
  seenBy: described('The first name of the member of staff who handles the request.', z.nullable(z.string())),
  answers: described(
    'Null once the retention period is over and the answers are deleted.',
    z.nullable(careAnswers),
  ),
  words: z.array(z.object({ at: instant, text: z.string() })),
  offer: z.nullable(
    z.object({
      id,
      note: z.nullable(note),
      preview: described(
        'Null if the plan has changed so much that the arrangement is no longer possible.',
        z.nullable(arrangementPreview),
      ),
      acceptBy: described(
        'The last day to accept the proposal so that it begins on the first day shown.',
        z.nullable(calendarDate),
      ),
      text: described(
        'Our promises that accompany the proposal.',
        z.object({ version: z.int(), fees: z.string(), ifIncomeChanges: z.string() }),
      ),
      overdue: described(
        "The family's arrears. They are not part of the proposal, and a family that keeps to it is not reminded of them.",
        amount,
      ),
    }),
  ),
  declined: z.nullable(note),
})
export type CareRequest = z.infer<typeof careRequest>

const care = z.object({
  today: described("Today's date in the account's region.", calendarDate),
  hold: described(
    'The current hold, during which nothing is collected.',
    z.nullable(z.object({ until: calendarDate })),
  ),
  coming: described('The next collections, or those that the hold prevents.', z.array(dayOfPayment)),
  retrying: described(
    'Failed payments that are retried unless the family asks for help.',
    z.array(dayOfPayment),
  ),
  underWay: described(
    'Payments that are already with the bank and cannot be stopped.',
    z.array(dayOfPayment),
  ),
  ifSentToday: described(
    'The deadlines of a request that is sent today.',
    z.object({
      answerBy: calendarDate,
      holdEndsOn: calendarDate,
      lawfulBy: z.nullable(calendarDate),
    }),
  ),
  frequency: described(
    'The frequency of the running plan; null without one.',
    z.nullable(z.enum(frequencies)),
  ),
  notes: described('Our promises, shown beside the form.', z.array(z.string())),
  notesVersion: z.int(),
  contactsIntro: described('The introduction above the list of other organisations that help.', z.string()),
  contacts: z.array(z.object({ name: z.string(), about: z.string(), reach: z.string() })),
  request: described(
    "The reader's latest request. Requests of another parent are never shown.",
    z.nullable(careRequest),
  ),
  agreed: described(
    'The arrangement that the family currently pays under.',
    z.nullable(
      z.object({
        frequency: z.enum(frequencies),
        lower: z.object({ amount, until: calendarDate }),
        later: z.object({ amount, from: z.nullable(calendarDate), lastDate: calendarDate }),
        paid: amount,
        left: amount,
        payments: z.array(z.object({ date: calendarDate, amount, status: z.enum(planPaymentStatuses) })),
        tellUsBy: described('The last day to ask for help with the next payment.', z.nullable(calendarDate)),
        notes: z.array(z.string()),
        madeBy: described(
          'The first name of the member of staff who made the proposal.',
          z.nullable(z.string()),
        ),
      }),
    ),
  ),
})
export type Care = z.infer<typeof care>

const words = line(mostCareWords)
const done = z.object({ reference: z.string(), status: z.enum(careStatuses) })

named({
  CareAnswers: [careAnswers, "The family's answers to the questions of the form."],
  DayOfPayment: [dayOfPayment, 'The amount that is collected on one day.'],
  CareNote: [note, 'A note from staff to the family; its text is null once deleted.'],
  ArrangementPreview: [
    arrangementPreview,
    'Temporarily lower payments and those that follow, calculated from the current plan.',
  ],
  CareRequest: [careRequest, "A family's request for help with paying, and our answer."],
  Care: [care, "The state of a family's request for help with paying."],
  CareOutcome: [done, 'The request after the call.'],
})

/** Requests for help from families that find it hard to pay. */
export const careCalls = endpoints({
  'GET /api/portal/customer/account/:accountId/care': {
    summary: "Whether payments are on hold, the reader's request and our proposal",
    access: 'account',
    params: accountParams,
    reply: care,
    refusals: ['not_found'],
  },
  'GET /api/portal/customer/account/:accountId/arrangement-agreement': {
    summary: 'The arrangement agreed for the running plan, as a PDF',
    access: 'account',
    params: accountParams,
    reply: file('application/pdf'),
    refusals: ['not_found'],
  },
  'POST /api/portal/customer/account/:accountId/care-request': {
    summary: 'Requests help with paying, and holds all payments at once',
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
    summary: 'Adds a message to the request',
    access: 'account',
    params: accountParams,
    body: z.strictObject({ words }),
    reply: done,
    refusals: ['not_found', 'care_closed'],
  },
  'POST /api/portal/customer/account/:accountId/care-request/withdraw': {
    summary: 'Withdraws the request: payments resume after a new notice',
    access: 'account',
    params: accountParams,
    body: described(
      'The reference of the request that was on the screen.',
      z.strictObject({ reference: line(16) }),
    ),
    reply: done,
    refusals: ['not_found', 'care_closed'],
  },
  'POST /api/portal/customer/account/:accountId/care-offer/accept': {
    summary: 'Accepts the proposal: the plan changes as shown',
    access: 'account',
    params: accountParams,
    body: described(
      'The proposal that was shown: the plan version that it is based on, and the day of its first payment.',
      z.strictObject({ offerId: uuid, version: z.int(), firstOn: calendarDate, textVersion }),
    ),
    reply: done,
    refusals: ['not_found', 'care_closed', 'plan_changed'],
  },
  'POST /api/portal/customer/account/:accountId/care-offer/ask-change': {
    summary: 'Asks for a different proposal; staff review the request again',
    access: 'account',
    params: accountParams,
    body: z.strictObject({ offerId: uuid, words }),
    reply: done,
    refusals: ['not_found', 'care_closed'],
  },
})
