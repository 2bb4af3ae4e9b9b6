import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

function set(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

/** Whoever offers a chat needs to know no more than this: which panel answers is decided elsewhere. */
export const openChat = (): void => set(true)
export const closeChat = (): void => set(false)

export function useChatIsOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOpen,
    () => false,
  )
}
