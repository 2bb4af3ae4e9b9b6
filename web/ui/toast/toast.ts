export type Toast = { id: number; variant: 'success' | 'error'; text: string }

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
export function showToast({ variant, text }: Omit<Toast, 'id'>): void {
  lastId += 1
  const others = toasts.filter((shown) => shown.variant !== variant || shown.text !== text)
  set([...others, { id: lastId, variant, text }])
}

export function dismissToast(id: number): void {
  set(toasts.filter((shown) => shown.id !== id))
}

export const shownToasts = (): readonly Toast[] => toasts

export function onToastsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
