export type Toast = {
  id: number
  variant: 'success' | 'error'
  text: string
  /** Takes back what was done. */
  undo?: (() => Promise<void>) | undefined
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
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

export function onToastsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
