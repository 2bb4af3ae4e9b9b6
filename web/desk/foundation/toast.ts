import { useSyncExternalStore } from 'react'

/** What was done. While it shows, Z undoes it. */
export type DeskToast = { id: number; text: string; undo?: () => Promise<void> }

let shown: DeskToast | undefined
let lastId = 0
const listeners = new Set<() => void>()

function set(next: DeskToast | undefined): void {
  shown = next
  for (const listener of listeners) listener()
}

/** The newest replaces the one before: only the last thing done is undone by a key. */
export function showDone(text: string, undo?: () => Promise<void>): void {
  lastId += 1
  set({ id: lastId, text, ...(undo && { undo }) })
}

export function dismiss(id: number): void {
  if (shown?.id === id) set(undefined)
}

export function useShownToast(): DeskToast | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
}
