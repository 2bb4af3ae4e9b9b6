export type Topic = 'messages' | 'clock' | 'requests' | 'faults' | 'stripe'
export type Changes = {
  notify(topic: Topic): void
  /** Calls `listener` at every change until the returned function is called. */
  listen(listener: (topic: Topic) => void): () => void
}

/** Notifies long polls, the open page and the snapshot of changes. */
export function createChanges(): Changes {
  const listeners = new Set<(topic: Topic) => void>()
  return {
    notify(topic) {
      for (const listener of listeners) listener(topic)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
