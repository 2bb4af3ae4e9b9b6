import type { LiveChange, LiveQueue } from '#contract/staff-live.ts'
import type { Deps } from '../../platform/deps.ts'
import type { StaffCaller } from '../../people/staff-access/staff-caller.ts'
import { maySettle, waitingNow } from '../queue/queue.ts'
import { listWaiting } from '../queue/waiting.store.ts'
import type { WaitingRow } from '../queue/waiting-row.ts'

const lookEveryMs = 2_000

type Listener = { staff: StaffCaller; hear(queue: LiveQueue): void }

export type QueueWatch = {
  /** Hears how the queue stands at once, and then whenever it changes. Returns how to stop. */
  listen(listener: Listener): () => void
  stop(): void
}

type Known = Map<string, WaitingRow>

/**
 * Looks at the queue while somebody listens, once for all of them. It depends on so many tables that a look is plainer
 * than a notice from each; and it sees what other processes and jobs have done.
 */
export function watchQueue(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>): QueueWatch {
  const listeners = new Set<Listener>()
  let known: Known | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const read = async (): Promise<Known> =>
    new Map((await listWaiting(deps.db, await waitingNow(deps))).map((row) => [keyOf(row), row]))

  const look = async () => {
    const before = known
    const after = await read()
    known = after
    for (const listener of listeners) {
      const changed = before ? changesOf(before, after, listener.staff) : []
      if (!before || changed.length > 0) listener.hear(standingOf(after, changed, listener.staff))
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
    known = undefined
  }

  return {
    listen(listener) {
      listeners.add(listener)
      if (known) listener.hear(standingOf(known, [], listener.staff))
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

function changesOf(before: Known, after: Known, staff: StaffCaller): LiveChange[] {
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, row]) => ({ row, isGone: true }))
  const changed = [...after]
    .filter(([key, row]) => !isSame(before.get(key), row))
    .map(([, row]) => ({ row, isGone: false }))
  return [...gone, ...changed]
    .filter(({ row }) => maySettle(row, staff))
    .map(({ row: { kind, id, takenById }, isGone }) => ({ kind, id, isGone, takenById }))
}

const isSame = (before: WaitingRow | undefined, after: WaitingRow) =>
  before?.takenById === after.takenById && before.since.getTime() === after.since.getTime()

function standingOf(known: Known, changed: LiveChange[], staff: StaffCaller): LiveQueue {
  const own = [...known.values()].filter((row) => maySettle(row, staff))
  return { waiting: own.length, chats: own.filter(({ kind }) => kind === 'Chat').length, changed }
}
