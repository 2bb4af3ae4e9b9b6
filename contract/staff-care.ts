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
  heldUntil: described('The last day of the hold; null where it has ended.', z.nullable(calendarDate)),
})
export type ListedCare = z.infer<typeof listed>

const shown = z.extend(listed, {
  currency: z.enum(currencies),
  answers: z.nullable(careAnswers),
  words: described(
    'Everything that was said, by the family and by us, in its order.',
    z.array(z.object({ at: instant, kind: z.string(), by: z.nullable(z.string()), text: z.string() })),
  ),
  coming: described(
    'What is still to be collected of the plan that runs.',
    z.array(z.object({ date: calendarDate, amount })),
  ),
  offer: z.nullable(
    z.object({ lowerCount: z.int(), lowerAmount: amount, laterCount: z.int(), madeAt: instant }),
  ),
})
export type ShownCare = z.infer<typeof shown>

/** 0 is an amount. */
const arrangement = {
  lowerCount: z.int().check(z.minimum(1), z.maximum(60)),
  lowerAmount: amountSent,
  laterCount: z.int().check(z.minimum(1), z.maximum(120)),
}
const params = z.object({ careId: described('A request of a family that finds it hard to pay.', uuid) })
const role = 'operations' as const
/** What the family reads. */
const note = line(mostCareWords)

named({
  ListedCare: [listed, 'A request of a family that finds it hard to pay, as it is listed.'],
  ShownCare: [shown, 'The same with everything that was said and proposed.'],
})

/** Families that find it hard to pay. What they have said is for operations alone, and every look is on record. */
export const staffCare = endpoints({
  'GET /api/staff/care': {
    summary: 'Every open request, the first to be answered first',
    access: 'staff',
    role,
    reply: z.object({ items: z.array(listed) }),
  },
  'GET /api/staff/care/:careId': {
    summary: 'What a family has said, and its plan; the look is on record',
    access: 'staff',
    role,
    params,
    reply: shown,
    refusals: ['not_found'],
  },
  'POST /api/staff/care/:careId/preview': {
    summary: 'Every payment before and after an arrangement; nothing is changed',
    access: 'staff',
    role,
    params,
    body: change(arrangement),
    reply: arrangementPreview,
    refusals: ['not_found', 'arrangement_not_possible'],
  },
  'POST /api/staff/care/:careId/offer': {
    summary: 'Proposes an arrangement with a note; nothing starts before the family accepts it',
    access: 'staff',
    role,
    params,
    body: change({ ...arrangement, note }),
    reply: arrangementPreview,
    refusals: ['not_found', 'care_closed', 'arrangement_not_possible'],
  },
  'POST /api/staff/accounts/:accountId/care': {
    summary:
      'Opens a request for a family that has told us of it, and holds its payments; the family is told',
    access: 'staff',
    role,
    params: z.object({ accountId }),
    body: change({
      customerId: described('The member of the family who has told us.', uuid),
      words: described(
        'What they said, in short. They can read it with their request; nobody else of the family can.',
        line(mostCareWords),
      ),
    }),
    reply: z.object({ careId: id, reference: z.string() }),
    refusals: ['not_found', 'care_already_open'],
  },
  'POST /api/staff/care/:careId/withdraw-offer': {
    summary: 'Takes a proposal back that the family has not accepted; its payments stay on hold',
    access: 'staff',
    role,
    params,
    body: change({}),
    reply: z.object({}),
    refusals: ['not_found', 'care_closed', 'not_possible'],
  },
  'POST /api/staff/care/:careId/decline': {
    summary: 'Says that we cannot help, and why; the hold ends and payments go on after a new notice',
    access: 'staff',
    role,
    params,
    body: change({ note }),
    reply: z.object({}),
    refusals: ['not_found', 'care_closed'],
  },
  'POST /api/staff/care/:careId/extend': {
    summary: 'Holds the payments until the end of another day; the family is told',
    access: 'staff',
    role,
    params,
    body: change({ until: calendarDate }),
    reply: z.object({}),
    refusals: ['not_found', 'care_closed'],
  },
})
