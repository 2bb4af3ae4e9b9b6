import * as z from 'zod/mini'
import { queueKinds } from '#domain/staff-queue.ts'
import { described, named } from './documented.ts'
import { id } from './wire.ts'

/** Server-sent events of GET /api/staff/live. */
export const liveEvents = ['queue', 'over'] as const

const change = z.object({
  kind: z.enum(queueKinds),
  id: z.string(),
  isGone: described('Settled, or no longer the reader’s to settle.', z.boolean()),
  takenById: described('Who has it; null while nobody has.', z.nullable(id)),
})
export type LiveChange = z.infer<typeof change>

export const liveQueue = z.object({
  waiting: described('How much waits for somebody in the reader’s role.', z.int()),
  chats: described('Chats among it.', z.int()),
  changed: described('What is new, settled, taken or given back. Empty in the first event.', z.array(change)),
})
export type LiveQueue = z.infer<typeof liveQueue>

named({
  LiveChange: [change, 'An item of the queue that is not as it was.'],
  LiveQueue: [liveQueue, 'How the queue stands; the data of an event `queue`.'],
})
