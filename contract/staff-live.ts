import * as z from 'zod/mini'
import { queueKinds } from '#domain/staff-queue.ts'
import { described, named } from './documented.ts'
import { id } from './wire.ts'

/** Server-sent events of GET /api/staff/live. */
export const liveEvents = ['queue', 'over'] as const

const change = z.object({
  kind: z.enum(queueKinds),
  id: z.string(),
  isGone: described('Whether it is settled, or no longer for the reader to settle.', z.boolean()),
  takenById: described('The id of the person who has taken it; null if the item is free.', z.nullable(id)),
})
export type LiveChange = z.infer<typeof change>

export const liveQueue = z.object({
  waiting: described('The number of items that wait for somebody in the reader’s role.', z.int()),
  chats: described('The number of chats among them.', z.int()),
  changed: described('New, settled, taken and returned items. Empty in the first event.', z.array(change)),
})
export type LiveQueue = z.infer<typeof liveQueue>

named({
  LiveChange: [change, 'A changed item of the queue.'],
  LiveQueue: [liveQueue, 'The state of the queue; the data of a `queue` event.'],
})
