import { useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { newListeners } from '../listeners.ts'

/** Dialogs are above everything else, each above its opener. */
const lowestZIndex = 100_000
const mostAtOnce = 10

let stack: readonly object[] = []
const { follow, notify } = newListeners()

function set(next: readonly object[]): void {
  stack = next
  notify()
}

/** False if there are too many already. */
export function joinStack(modal: object): boolean {
  if (stack.length >= mostAtOnce) return false
  set([...stack, modal])
  return true
}

export function leaveStack(modal: object): void {
  set(stack.filter((other) => other !== modal))
}

export function zIndexOf(modal: object): number | undefined {
  const index = stack.indexOf(modal)
  return index < 0 ? undefined : lowestZIndex + index
}

/** Undefined while the dialog is not in the stack. */
export function useZIndex(isOpen: boolean, onRefused: () => void): number | undefined {
  const [modal] = useState(() => ({}))
  const refuse = useEffectEvent(() => {
    reportError(new Error(`More than ${mostAtOnce} dialogs at once`))
    onRefused()
  })
  useLayoutEffect(() => {
    if (!isOpen) return
    if (!joinStack(modal)) return refuse()
    return () => leaveStack(modal)
  }, [isOpen, modal])
  return useSyncExternalStore(follow, () => zIndexOf(modal))
}
