import * as z from 'zod/mini'
import { careStatuses, mostCareWords } from '#domain/care.ts'
import { currencies } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { arrangementPreview, careAnswers } from './care.ts'
import { endpoints } from './endpoint.ts'
import { accountId, change, uuid } from './staff-wire.ts'
import { amount, amountSent, calendarDate, id, instant, line } from './wire.ts'

const listed = z.object({
  id,
  reference: z.string(),
  accountId: id,
  shortId: z.string(),
  customerName: z.string(),
  schoolName: z.string(),
  status: z.enum(careStatuses),
  sentAt: instant,
  answerBy: calendarDate,
  lawfulBy: z.nullable(calendarDate),
  heldUntil: described('The last day of the hold; null once it has ended.', z.nullable(calendarDate)),
})
export type ListedCare = z.infer<typeof listed>

const shown = z.extend(listed, {
  currency: z.enum(currencies),
  answers: z.nullable(careAnswers),
  words: described(
    'All messages of the family and of staff, in order.',
    z.array(z.object({ at: instant, kind: z.string(), by: z.nullable(z.string()), text: z.string() })),
  ),
  coming: described(
    'The remaining collections of the running plan.',
    z.array(z.object({ date: calendarDate, amount })),
  ),
  offer: z.nullable(
    z.object({ lowerCount: z.int(), lowerAmount: amount, laterCount: z.int(), madeAt: instant }),
  ),
})
export type ShownCare = z.infer<typeof shown>

/** Zero is a valid amount. */
const arrangement = {
  lowerCount: z.int().check(z.minimum(1), z.maximum(60)),
  lowerAmount: amountSent,
  laterCount: z.int().check(z.minimum(1), z.maximum(120)),
}
const params = z.object({ careId: described("The id of a family's request for help with paying.", uuid) })
/** The text that the family reads. */
const note = line(mostCareWords)

named({
  ListedCare: [listed, "A family's request for help with paying, in a list."],
  ShownCare: [shown, "A family's request for help with paying, with all messages and proposals."],
})

/** Requests of families that find it hard to pay. Only operations may read them, and every view is recorded. */
export const staffCare = endpoints({
  'GET /api/staff/care': {
    summary: 'All open requests, the earliest deadline first',
    access: 'operations',
    reply: z.object({ items: z.array(listed) }),
  },
  'GET /api/staff/care/:careId': {
    summary: "A family's request and its plan; the view is recorded",
    access: 'operations',
    params,
    reply: shown,
  },
  'POST /api/staff/care/:careId/preview': {
    summary: 'Previews every payment before and after an arrangement; nothing is changed',
    access: 'operations',
    params,
    body: change(arrangement),
    reply: arrangementPreview,
    refusals: ['arrangement_not_possible'],
  },
  'POST /api/staff/care/:careId/offer': {
    summary: 'Proposes an arrangement with a note; nothing starts before the family accepts it',
    access: 'operations',
    params,
    body: change({ ...arrangement, note }),
    reply: arrangementPreview,
    refusals: ['care_closed', 'arrangement_not_possible'],
  },
  'POST /api/staff/accounts/:accountId/care': {
    summary: 'Opens a request on behalf of a family and holds its payments; the family is notified',
    access: 'operations',
    params: z.object({ accountId }),
    body: change({
      customerId: described('The member of the family who contacted us.', uuid),
      words: described(
        'A summary of what they said. They can read it with their request; no other member of the family can.',
        line(mostCareWords),
      ),
    }),
    reply: z.object({ careId: id, reference: z.string() }),
    refusals: ['care_already_open'],
  },
  'POST /api/staff/care/:careId/withdraw-offer': {
    summary: 'Withdraws a proposal that the family has not accepted; its payments stay on hold',
    access: 'operations',
    params,
    body: change({}),
    refusals: ['care_closed', 'not_possible'],
  },
  'POST /api/staff/care/:careId/decline': {
    summary: 'Declines a request with a reason; the hold ends and payments resume after a new notice',
    access: 'operations',
    params,
    body: change({ note }),
    refusals: ['care_closed'],
  },
  'POST /api/staff/care/:careId/extend': {
    summary: 'Changes the last day of the hold; the family is notified',
    access: 'operations',
    params,
    body: change({ until: calendarDate }),
    refusals: ['care_closed'],
  },
})
