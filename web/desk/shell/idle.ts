import { askWho } from '../foundation/ask-who.ts'

/** Shared by all tabs: a person who works in one of them is at the desk. */
const storageKey = 'larkwell.desk.lastInput'
const noteEveryMs = 10_000
const keepAliveEveryMs = 5 * 60_000

let lastKeptAlive = Date.now()

export function lastInput(): number {
  return Number(localStorage.getItem(storageKey)) || Date.now()
}

export function noteInput(): void {
  const now = Date.now()
  if (now - lastInput() >= noteEveryMs || localStorage.getItem(storageKey) === null)
    localStorage.setItem(storageKey, String(now))
  // Somebody who types for long makes no calls, and is here all the same.
  if (now - lastKeptAlive < keepAliveEveryMs) return
  lastKeptAlive = now
  void askWho().catch(() => {})
}

const events = ['pointerdown', 'keydown', 'wheel'] as const

/** Reloading counts as being here. */
export function followInput(): () => void {
  localStorage.setItem(storageKey, String(Date.now()))
  for (const event of events) document.addEventListener(event, noteInput, { passive: true })
  return () => {
    for (const event of events) document.removeEventListener(event, noteInput)
  }
}
