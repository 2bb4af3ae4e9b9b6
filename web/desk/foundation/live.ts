import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { LiveChange, LiveQueue } from '#contract/staff-live.ts'
import { untilLoggedInAgain } from './session.ts'

/**
 * What changes while somebody looks: one stream for the whole page, while it is in view. A hidden tab would only take a
 * connection from the others; when it comes into view again, everything is read anew.
 */
let source: EventSource | undefined
let standing: LiveQueue | null = null
let retry: ReturnType<typeof setTimeout> | undefined
let failures = 0
let isFirst = true

/** Undefined: something was missed, so anything may have changed. */
type Hear = (changed: readonly LiveChange[] | undefined) => void

const followers = new Set<() => void>()
const hearers = new Set<Hear>()
const retryMs = 2_000
const longestRetryMs = 30_000

function open(): void {
  clearTimeout(retry)
  if (source || document.hidden || followers.size + hearers.size === 0) return
  isFirst = true
  source = new EventSource('/api/staff/live')
  source.addEventListener('queue', ({ data }: MessageEvent<string>) => take(JSON.parse(data) as LiveQueue))
  source.addEventListener('over', () => {
    close()
    void untilLoggedInAgain().then(open)
  })
  source.addEventListener('error', () => {
    // What is shown is read again at once: a screen then knows that it cannot be, and says how old it is.
    if (!isFirst) for (const hear of hearers) hear(undefined)
    isFirst = true
    // A browser connects again by itself, but not where the server has refused.
    if (source?.readyState !== EventSource.CLOSED) return
    close()
    failures += 1
    retry = setTimeout(open, Math.min(retryMs * failures, longestRetryMs))
  })
}

function close(): void {
  clearTimeout(retry)
  source?.close()
  source = undefined
}

function take(queue: LiveQueue): void {
  failures = 0
  standing = queue
  const changed = isFirst ? undefined : queue.changed
  isFirst = false
  for (const follow of followers) follow()
  for (const hear of hearers) hear(changed)
}

function closeUnused(): void {
  if (followers.size + hearers.size === 0) close()
}

document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()))

function follow(listener: () => void): () => void {
  followers.add(listener)
  open()
  return () => {
    followers.delete(listener)
    closeUnused()
  }
}

/** How the queue stands; null until the server has said so. */
export function useLiveQueue(): LiveQueue | null {
  return useSyncExternalStore(follow, () => standing)
}

/**
 * Tells a screen which items are new, taken, given back or settled. Undefined after a gap: whatever the screen shows may
 * have changed.
 */
export function useLiveChanges(listener: Hear): void {
  const heard = useEffectEvent(listener)
  useEffect(() => {
    const hear: Hear = (changed) => heard(changed)
    hearers.add(hear)
    open()
    return () => {
      hearers.delete(hear)
      closeUnused()
    }
  }, [])
}
