import { useSyncExternalStore } from 'react'

/** What the browser keeps between visits. Other tabs share it, and this one follows their changes. */
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

/** Takes over where a browser refuses local storage: then a visit lasts as long as its page. */
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

/** `listener` hears of every change, made here or in another tab. */
export function followStorage(listener: () => void): () => void {
  listeners.add(listener)
  const stopFollowing = followOtherTabs(listener)
  return () => {
    listeners.delete(listener)
    stopFollowing()
  }
}

/** A page that the browser had put aside and brings back has slept through what others stored meanwhile. */
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
