import { useSyncExternalStore } from 'react'

/** What the browser stores between visits. All tabs share it, and this one follows their changes. */
const keys = {
  token: 'larkwell.token',
  tokenEndsAt: 'larkwell.tokenEndsAt',
  accountId: 'larkwell.accountId',
  region: 'larkwell.region',
  notificationDismissed: 'larkwell.notificationDismissed',
  withdrawal: 'larkwell.withdrawal',
  paymentAttempts: 'larkwell.paymentAttempts',
  accountNews: 'larkwell.accountNews',
} as const
export type StoredName = keyof typeof keys

/** Used where the browser refuses local storage. The visit then lasts as long as its page. */
const memory = new Map<string, string>()
const listeners = new Set<() => void>()

export function stored(name: StoredName): string | null {
  try {
    return localStorage.getItem(keys[name])
  } catch {
    return memory.get(keys[name]) ?? null
  }
}

export function store(name: StoredName, value: string | null): void {
  if (stored(name) === value) return
  try {
    if (value === null) localStorage.removeItem(keys[name])
    else localStorage.setItem(keys[name], value)
  } catch {
    if (value === null) memory.delete(keys[name])
    else memory.set(keys[name], value)
  }
  for (const listener of listeners) listener()
}

/** `listener` runs after every change, in this tab or another. */
export function followStorage(listener: () => void): () => void {
  listeners.add(listener)
  const stopFollowing = followOtherTabs(listener)
  return () => {
    listeners.delete(listener)
    stopFollowing()
  }
}

/** A page restored from the back-forward cache has missed the storage events, so it checks again. */
export function followOtherTabs(listener: () => void): () => void {
  const onReturn = (event: PageTransitionEvent) => {
    if (event.persisted) listener()
  }
  addEventListener('storage', listener)
  addEventListener('pageshow', onReturn)
  return () => {
    removeEventListener('storage', listener)
    removeEventListener('pageshow', onReturn)
  }
}

export function useStored(name: StoredName): string | null {
  return useSyncExternalStore(
    followStorage,
    () => stored(name),
    () => null,
  )
}
