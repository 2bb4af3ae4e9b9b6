import { useSyncExternalStore } from 'react'

/** A value that parts of the desk share outside of any page. */
export function newStore<Value>(first: Value) {
  let value = first
  const listeners = new Set<() => void>()
  const get = () => value
  const follow = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    set(next: Value): void {
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(follow, get),
  }
}
