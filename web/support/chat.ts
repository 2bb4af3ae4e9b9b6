import { useSyncExternalStore } from 'react'
import type { ChatTopic } from '#contract/support.ts'
import { isCardPage } from '#domain/card-pages.ts'
import { onCustomerChange } from '../session/session.ts'
import { readSettings } from '../session/settings.ts'
import { newListeners } from '../ui/listeners.ts'

/** Whom a message is for, and what it is about. */
export type Addressed = { to: string | null; about: ChatTopic }

let isOpen = false
let addressed: Addressed | null = null
const { follow, notify } = newListeners()

function set(open: boolean, to: Addressed | null = null): void {
  isOpen = open
  addressed = to
  notify()
}

/** Our own panel, where a message can be addressed. */
export const openChatAbout = (to: Addressed): void => set(true, to)

/** Messages are about nothing in particular again. */
export const unaddressChat = (): void => set(isOpen)

/** Opens the outside widget or our own panel; callers need not know which. */
export function openChat(): void {
  const appId = outsideAppId()
  // If the widget does not load, our own panel opens, so that the button always works.
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
    follow,
    () => isOpen,
    () => false,
  )
}

export function useChatAddressed(): Addressed | null {
  return useSyncExternalStore(
    follow,
    () => addressed,
    () => null,
  )
}

/**
 * The outside widget, if the installation has one. Never where a card is typed, and never in an automated browser: test
 * runs must not open conversations with real people. Our own panel is used there instead.
 */
function outsideAppId(): string | null {
  return navigator.webdriver || isCardPage(location.pathname) ? null : readSettings().chatAppId
}

let hasWidget = false

async function startWidget(appId: string) {
  hasWidget = true
  const widget = await import('./outside-chat.ts')
  await widget.startWidget(appId)
  return widget
}

/** What a visitor who is not signed in needs to read the replies: in this tab, for this visit. */
export type Visitor = { email: string; key?: string }
const visitorStored = 'larkwell.chatVisitor'

/** Used where the browser refuses storage. */
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
    // The copy in memory is used.
  }
}

/** Ends every conversation with the session. Called once, at page start. */
export function followChat(): void {
  onCustomerChange(() => {
    closeChat()
    storeVisitor(null)
  })
  const appId = outsideAppId()
  if (appId !== null) startWidget(appId).catch(() => {})
  // A script cannot be taken out of a document, so a page for cards is a new one, to which the widget has no access.
  for (const navigation of ['pushState', 'replaceState', 'popstate'])
    addEventListener(navigation, () => {
      if (hasWidget && isCardPage(location.pathname)) location.reload()
    })
}
