import { useSyncExternalStore } from 'react'

/** The company requires a second factor, and the person at the desk has none: every call but a few is refused. */
let isNeeded = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  if (next === isNeeded) return
  isNeeded = next
  for (const listener of listeners) listener()
}

export const needEnrolment = () => set(true)
export const isEnrolledNow = () => set(false)

export function useEnrolmentNeeded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isNeeded,
  )
}
