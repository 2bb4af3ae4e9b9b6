import { newListeners } from '../listeners.ts'

export type Toast = {
  id: number
  variant: 'success' | 'error'
  text: string
  /** Takes back what was done. */
  undo?: (() => Promise<void>) | undefined
}

let toasts: readonly Toast[] = []
let lastId = 0
const { follow, notify } = newListeners()

function set(next: readonly Toast[]): void {
  toasts = next
  notify()
}

/**
 * Shows the result of an action. Success closes on its own; an error stays until it is closed. A repeated message
 * replaces the first.
 */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  const others = toasts.filter((shown) => shown.variant !== toast.variant || shown.text !== toast.text)
  set([...others, { id: lastId, ...toast }])
}

/** Shows it instead of all others. */
export function showOnlyToast(toast: Omit<Toast, 'id'>): void {
  set([])
  showToast(toast)
}

export function dismissToast(id: number): void {
  set(toasts.filter((shown) => shown.id !== id))
}

export const shownToasts = (): readonly Toast[] => toasts

export const onToastsChange = follow
