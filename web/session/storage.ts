import { useSyncExternalStore } from 'react'
import { storageKeys, type StoredName } from './storage-keys.ts'
import { newListeners } from '../ui/listeners.ts'

/** Used where the browser refuses local storage. The visit then lasts as long as its page. */
const memory = new Map<string, string>()
const { follow, notify } = newListeners()

export function stored(name: StoredName): string | null {
  try {
    return localStorage.getItem(storageKeys[name])
  } catch {
    return memory.get(storageKeys[name]) ?? null
  }
}

export function store(name: StoredName, value: string | null): void {
  if (stored(name) === value) return
  try {
    if (value === null) localStorage.removeItem(storageKeys[name])
    else localStorage.setItem(storageKeys[name], value)
  } catch {
    if (value === null) memory.delete(storageKeys[name])
    else memory.set(storageKeys[name], value)
  }
  notify()
}

/** Drafts of payments, which the tab keeps until it is closed: of guests by link, of customers by customer and account. */
export const paymentDrafts = { guest: 'larkwell.payment.guest.', own: 'larkwell.payment.own.' } as const
/** Other drafts, which the browser keeps after the end of a session. */
export const draftPrefix = 'larkwell.draft.'

/** A customer whose session has only expired finds their own drafts again. */
export function forgetPaymentDrafts(whose: 'guests' | 'all'): void {
  const prefixes = whose === 'all' ? Object.values(paymentDrafts) : [paymentDrafts.guest]
  for (const prefix of prefixes) forget(() => sessionStorage, prefix)
}

export function forgetDrafts(customer: string): void {
  forget(() => localStorage, `${draftPrefix}${customer}.`)
}

function forget(storage: () => Storage, prefix: string): void {
  try {
    for (const key of Object.keys(storage())) if (key.startsWith(prefix)) storage().removeItem(key)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** `listener` runs after every change, in this tab or another. */
export function followStorage(listener: () => void): () => void {
  const stop = follow(listener)
  const stopFollowing = followOtherTabs(listener)
  return () => {
    stop()
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
