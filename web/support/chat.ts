import { useSyncExternalStore } from 'react'
import { onCustomerChange } from '../session/session.ts'
import { readSettings } from '../session/settings.ts'

let isOpen = false
const listeners = new Set<() => void>()

function set(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

/** Whoever offers a chat needs to know no more than this: which panel answers is decided here. */
export function openChat(): void {
  const appId = outsideAppId()
  // Where the outside widget does not come, our own panel does: nobody presses a button for nothing.
  if (appId === null) set(true)
  else
    startWidget(appId).then(
      ({ showWidget }) => showWidget(),
      () => set(true),
    )
}

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

/**
 * The outside widget of an installation that names one. Never where a program drives the browser: test runs must
 * not open conversations with real people. There, as everywhere else, our own panel comes when it is asked for.
 */
function outsideAppId(): string | null {
  return navigator.webdriver ? null : readSettings().chatAppId
}

async function startWidget(appId: string) {
  const widget = await import('./outside-chat.ts')
  await widget.startWidget(appId)
  return widget
}

/** What somebody who cannot log in needs to read the answers: in this tab, for this visit. */
export type Visitor = { email: string; key?: string }
const visitorStored = 'larkwell.chatVisitor'

/** Takes over where a browser refuses storage. */
let inMemory: string | null = null

export function readVisitor(): Visitor | null {
  return JSON.parse(storedVisitor() ?? 'null') as Visitor | null
}

function storedVisitor(): string | null {
  try {
    return sessionStorage.getItem(visitorStored)
  } catch {
    return inMemory
  }
}

export function storeVisitor(visitor: Visitor | null): void {
  inMemory = visitor && JSON.stringify(visitor)
  try {
    if (inMemory === null) sessionStorage.removeItem(visitorStored)
    else sessionStorage.setItem(visitorStored, inMemory)
  } catch {
    // It is in memory.
  }
}

/** Begins to follow the session, which no conversation outlives. Once, when the page starts. */
export function followChat(): void {
  onCustomerChange(() => {
    closeChat()
    storeVisitor(null)
  })
  const appId = outsideAppId()
  if (appId !== null) startWidget(appId).catch(() => {})
}
