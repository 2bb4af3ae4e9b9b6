import * as z from 'zod/mini'
import { currencies, regions } from '#domain/region.ts'
import { queueGroups, queueKinds, queuePages, queueTopicNames } from '#domain/staff-queue.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { countInQuery, uuid } from './staff-wire.ts'
import { amount, calendarDate, id, instant, line } from './wire.ts'

const taker = z.object({ staffId: id, name: z.string(), initials: z.string(), since: instant })

const opens = z.object({
  page: described('Where it is settled.', z.enum(queuePages)),
  id: described('Of what the page shows; null where the page is a list.', z.nullable(z.string())),
})

const queueItem = z.object({
  kind: z.enum(queueKinds),
  id: described('Of the review; of the thing itself where there is none.', z.string()),
  title: described('What it is, in words; of a chat the last thing that was written.', z.string()),
  about: z.string(),
  who: described(
    'The family, or the person that it is about. Null where nobody is known.',
    z.nullable(z.string()),
  ),
  accountId: described('Null for a deposit: its family is unknown.', z.nullable(id)),
  shortId: z.nullable(z.string()),
  region: z.nullable(z.enum(regions)),
  customerName: z.nullable(z.string()),
  schoolName: z.nullable(z.string()),
  since: instant,
  promisedBy: described(
    'By when it should be settled: a deadline, a promise, or the target of its kind.',
    instant,
  ),
  group: described(
    'DoFirst: late, or money goes wrong until somebody acts. Today: promised for today.',
    z.enum(queueGroups),
  ),
  amount: z.nullable(amount),
  currency: z.nullable(z.enum(currencies)),
  takenBy: described('Null while nobody has it.', z.nullable(taker)),
  opens: described('Null where there is no page for it.', z.nullable(opens)),
})
export type QueueItem = z.infer<typeof queueItem>

const school = z.object({ id, name: z.string(), count: z.int() })

const doneOnDay = z.object({
  on: calendarDate,
  count: z.int(),
  medianSeconds: described('Half of them took no longer.', z.nullable(z.number())),
})

const queue = z.object({
  at: described('When it was read.', instant),
  items: z.array(queueItem),
  total: described(
    'How many the filter finds: more than there are items, where the limit is lower.',
    z.int(),
  ),
  groups: described('How many the filter finds in each group.', z.record(z.string(), z.int())),
  counts: described(
    'How many of each kind wait, whatever kind or topic is asked for.',
    z.record(z.string(), z.int()),
  ),
  waiting: described('All that the caller may settle, without any filter.', z.int()),
  mine: z.int(),
  notTaken: z.int(),
  schools: described('The schools of what waits, by name.', z.array(school)),
  done: described(
    'What people have settled: today, and on the last business day before it; null where that was nothing.',
    z.object({ today: z.int(), before: z.nullable(doneOnDay) }),
  ),
})
export type StaffQueue = z.infer<typeof queue>

const peek = z.object({
  item: queueItem,
  status: described('How the family stands.', z.nullable(z.enum(['Overdue', 'OnHold', 'Closed']))),
  facts: described(
    'What to know before it is opened.',
    z.array(z.object({ label: z.string(), value: z.string() })),
  ),
  lastWords: described(
    'What the family wrote last, within a month.',
    z.nullable(z.object({ by: z.string(), text: z.string(), at: instant })),
  ),
})
export type QueuePeek = z.infer<typeof peek>

const itemKind = described('The kind of the item.', z.enum(queueKinds))
const itemId = described('Its id in the queue.', line(300))
const itemKey = { kind: itemKind, id: itemId }

named({
  QueueTaker: [taker, 'Who has taken an item.'],
  QueueOpens: [opens, 'The page of the desk on which an item is settled.'],
  QueueItem: [queueItem, 'Something that waits for people.'],
  StaffQueue: [queue, 'What waits for people, and how much of it there is.'],
  QueuePeek: [peek, 'An item with what to know about it.'],
})

/** What waits for people, and who has taken it. */
export const staffQueue = endpoints({
  'GET /api/staff/queue': {
    summary:
      'What waits for people whom the caller may stand in for: late first, then what is promised first',
    access: 'staff',
    role: 'support',
    query: z.object({
      kind: described('Only those of this kind.', z.optional(z.enum(queueKinds))),
      topic: described('Only those of the kinds of this topic.', z.optional(z.enum(queueTopicNames))),
      whose: described('Everybody’s without it.', z.optional(z.enum(['Everybody', 'Mine', 'NotTaken']))),
      region: described('Only those of this region.', z.optional(z.enum(regions))),
      school: described('Only those of this school.', z.optional(uuid)),
      limit: z.optional(countInQuery(500)),
    }),
    reply: queue,
  },
  'GET /api/staff/queue/item': {
    summary: 'One item with what to know before it is opened; the look is on record',
    access: 'staff',
    role: 'support',
    query: z.object(itemKey),
    reply: peek,
    refusals: ['not_found'],
  },
  'POST /api/staff/queue/take': {
    summary: 'Takes an item, so that colleagues see who has it',
    access: 'staff',
    role: 'support',
    needsNoReason: true,
    body: z.strictObject({
      ...itemKey,
      isTakeover: described('Takes it although a colleague has it.', z.optional(z.boolean())),
    }),
    reply: queueItem,
    refusals: ['not_found', 'taken_by_other'],
  },
  'POST /api/staff/queue/release': {
    summary: 'Gives back what one has taken; of what a colleague has, nothing changes',
    access: 'staff',
    role: 'support',
    needsNoReason: true,
    body: z.strictObject(itemKey),
    reply: queueItem,
    refusals: ['not_found'],
  },
})
