/** Those who follow what stands outside React, as `useSyncExternalStore` takes them. */
export function newListeners() {
  const listeners = new Set<() => void>()
  return {
    follow: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify: () => {
      for (const listener of listeners) listener()
    },
  }
}
