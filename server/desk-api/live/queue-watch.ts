import type { LiveChange, LiveQueue } from '#contract/staff-live.ts'
import type { Deps } from '../../platform/deps.ts'
import type { StaffCaller } from '../../platform/http/callers.ts'
import { maySettle, waitingNow } from '../queue/queue.ts'
import { listWaiting } from '../queue/waiting.reads.ts'
import type { WaitingRow } from '../queue/waiting-row.ts'

const lookEveryMs = 2_000

type Listener = { staff: StaffCaller; hear(queue: LiveQueue): void }

export type QueueWatch = {
  /** Calls the listener with the queue at once and after each change. Returns the function that stops it. */
  listen(listener: Listener): () => void
  stop(): void
}

type Snapshot = Map<string, WaitingRow>

/**
 * Polls the queue while there are listeners, once for all of them. The queue depends on so many tables that polling is
 * simpler than a notification from each, and it also sees the changes of other processes and jobs.
 */
export function watchQueue(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>): QueueWatch {
  const listeners = new Set<Listener>()
  let snapshot: Snapshot | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const read = async (): Promise<Snapshot> =>
    new Map((await listWaiting(deps.db, await waitingNow(deps))).map((row) => [keyOf(row), row]))

  const look = async () => {
    const before = snapshot
    const after = await read()
    snapshot = after
    for (const listener of listeners) {
      const changed = before ? changesOf(before, after, listener.staff) : []
      if (!before || changed.length > 0) listener.hear(liveQueueOf(after, changed, listener.staff))
    }
  }
  const lookSafely = () =>
    look().catch((error: unknown) => deps.log.warn({ err: error }, 'the queue cannot be watched'))
  const goOn = () => {
    timer = setTimeout(() => {
      void lookSafely().then(() => (listeners.size > 0 && !isStopped ? goOn() : rest()))
    }, lookEveryMs).unref()
  }
  const rest = () => {
    clearTimeout(timer)
    timer = undefined
    snapshot = undefined
  }

  return {
    listen(listener) {
      listeners.add(listener)
      if (snapshot) listener.hear(liveQueueOf(snapshot, [], listener.staff))
      if (!timer && !isStopped) {
        goOn()
        void lookSafely()
      }
      return () => listeners.delete(listener)
    },
    stop() {
      isStopped = true
      rest()
    },
  }
}

const keyOf = ({ kind, id }: WaitingRow) => `${kind} ${id}`

function changesOf(before: Snapshot, after: Snapshot, staff: StaffCaller): LiveChange[] {
  const removed = [...before].filter(([key]) => !after.has(key)).map(([, row]) => ({ row, isGone: true }))
  const changed = [...after]
    .filter(([key, row]) => !isSame(before.get(key), row))
    .map(([, row]) => ({ row, isGone: false }))
  return [...removed, ...changed]
    .filter(({ row }) => maySettle(row, staff))
    .map(({ row: { kind, id, takenById }, isGone }) => ({ kind, id, isGone, takenById }))
}

const isSame = (before: WaitingRow | undefined, after: WaitingRow) =>
  before?.takenById === after.takenById && before.since.getTime() === after.since.getTime()

function liveQueueOf(snapshot: Snapshot, changed: LiveChange[], staff: StaffCaller): LiveQueue {
  const items = [...snapshot.values()].filter((row) => maySettle(row, staff))
  return { waiting: items.length, chats: items.filter(({ kind }) => kind === 'Chat').length, changed }
}
