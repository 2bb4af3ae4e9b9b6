import { useLiveQueue } from './live.ts'

/** How much waits for somebody: the gold numbers on the rail. Null while it is not known. */
export type Waiting = { all: number; chats: number } | null

export function useWaiting(): Waiting {
  const queue = useLiveQueue()
  return queue && { all: queue.waiting, chats: queue.chats }
}
