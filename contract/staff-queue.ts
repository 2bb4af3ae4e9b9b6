import * as z from 'zod/mini'
import { currencies, regions } from '#domain/region.ts'
import { queueGroups, queueKinds, queuePages, queueTopicNames } from '#domain/staff-queue.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { countInQuery, uuid } from './staff-wire.ts'
import { amount, calendarDate, id, instant, line } from './wire.ts'

const taker = z.object({ staffId: id, name: z.string(), initials: z.string(), since: instant })

const opens = z.object({
  page: described('The page on which it is settled.', z.enum(queuePages)),
  id: described(
    'The id of the item that the page shows; null if the page is a list.',
    z.nullable(z.string()),
  ),
})

const queueItem = z.object({
  kind: z.enum(queueKinds),
  id: described('The id of the review, or of the item itself if there is no review.', z.string()),
  title: described('A title; for a chat, the latest message.', z.string()),
  about: z.string(),
  who: described('The family or person concerned; null if unknown.', z.nullable(z.string())),
  accountId: described('Null for a deposit: its family is unknown.', z.nullable(id)),
  shortId: z.nullable(z.string()),
  region: z.nullable(z.enum(regions)),
  customerName: z.nullable(z.string()),
  schoolName: z.nullable(z.string()),
  since: instant,
  promisedBy: described(
    'The time by which it should be settled: a deadline, a promise, or the target of its kind.',
    instant,
  ),
  group: described(
    '`DoFirst`: late, or money goes wrong until somebody acts. `Today`: promised for today.',
    z.enum(queueGroups),
  ),
  amount: z.nullable(amount),
  currency: z.nullable(z.enum(currencies)),
  takenBy: described('Null if the item is free.', z.nullable(taker)),
  opens: described('Null if there is no page for it.', z.nullable(opens)),
})
export type QueueItem = z.infer<typeof queueItem>

const school = z.object({ id, name: z.string(), count: z.int() })

const doneOnDay = z.object({
  on: calendarDate,
  count: z.int(),
  medianSeconds: described('The median time to settle them, in seconds.', z.nullable(z.number())),
})

const queue = z.object({
  at: described('The time of the reply.', instant),
  items: z.array(queueItem),
  total: described('The number of items that match the filter, even beyond the limit.', z.int()),
  groups: described('The number of matching items in each group.', z.record(z.string(), z.int())),
  counts: described(
    'The number of items of each kind, whatever kind or topic is requested.',
    z.record(z.string(), z.int()),
  ),
  waiting: described('The number of items that the caller may settle, without any filter.', z.int()),
  mine: z.int(),
  notTaken: z.int(),
  schools: described('The schools of the open items, by name.', z.array(school)),
  done: described(
    'The items settled today and on the previous business day; null if none were.',
    z.object({ today: z.int(), before: z.nullable(doneOnDay) }),
  ),
})
export type StaffQueue = z.infer<typeof queue>

const peek = z.object({
  item: queueItem,
  status: described('The state of the family.', z.nullable(z.enum(['Overdue', 'OnHold', 'Closed']))),
  facts: described(
    'Facts to know before opening it.',
    z.array(z.object({ label: z.string(), value: z.string() })),
  ),
  lastWords: described(
    "The family's last message within a month.",
    z.nullable(z.object({ by: z.string(), text: z.string(), at: instant })),
  ),
})
export type QueuePeek = z.infer<typeof peek>

const itemKind = described('The kind of the item.', z.enum(queueKinds))
const itemId = described("The item's id in the queue.", line(300))
const itemKey = { kind: itemKind, id: itemId }

named({
  QueueTaker: [taker, 'Who has taken an item.'],
  QueueOpens: [opens, 'The page of the desk on which an item is settled.'],
  QueueItem: [queueItem, 'A task that waits for staff.'],
  StaffQueue: [queue, 'The tasks that wait for staff, and their numbers.'],
  QueuePeek: [peek, 'An item with the facts to know before opening it.'],
})

/** Tasks that wait for staff, and who has taken them. */
export const staffQueue = endpoints({
  'GET /api/staff/queue': {
    summary: "The tasks that the caller's role may settle: late ones first, then by promised time",
    access: 'support',
    query: z.object({
      kind: described('Only items of this kind.', z.optional(z.enum(queueKinds))),
      topic: described("Only items of this topic's kinds.", z.optional(z.enum(queueTopicNames))),
      whose: described(
        'Whose items to list; everybody’s by default.',
        z.optional(z.enum(['Everybody', 'Mine', 'NotTaken'])),
      ),
      region: described('Only those in this region.', z.optional(z.enum(regions))),
      school: described('Only those of this school.', z.optional(uuid)),
      limit: z.optional(countInQuery(500)),
    }),
    reply: queue,
  },
  'GET /api/staff/queue/item': {
    summary: 'One item with the facts to know before opening it; the view is recorded',
    access: 'support',
    query: z.object(itemKey),
    reply: peek,
    refusals: ['not_found'],
  },
  'POST /api/staff/queue/take': {
    summary: 'Takes an item, so that colleagues see who has it',
    access: 'support',
    needsNoReason: true,
    body: z.strictObject({
      ...itemKey,
      isTakeover: described('Takes the item over from a colleague.', z.optional(z.boolean())),
    }),
    reply: queueItem,
    refusals: ['not_found', 'taken_by_other'],
  },
  'POST /api/staff/queue/release': {
    summary: 'Returns an item that the caller has taken; items of colleagues are unchanged',
    access: 'support',
    needsNoReason: true,
    body: z.strictObject(itemKey),
    reply: queueItem,
    refusals: ['not_found'],
  },
})
