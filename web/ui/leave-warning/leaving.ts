import type { AroundNavHandler } from 'wouter'
import { takeBackSteps } from './steps.ts'

/** Guards every way out of a page with unsaved changes. */
export type Gate = {
  /** Called when the customer wants to leave; `go` continues. */
  hold: (go: () => void) => void
  /** The history has changed, through the browser's buttons or a page. */
  hear: (event: Event) => void
}

let gate: Gate | undefined
let isFree = false
let hearForCover: Gate['hear'] | undefined

export function closeGate(mine: Gate): () => void {
  gate = mine
  return () => {
    if (gate === mine) gate = undefined
  }
}

/** While something covers the page, Back closes it and the page stays. */
export function closeOnBack(close: () => void): () => void {
  const hear = takeBackSteps(close)
  hearForCover = hear
  return () => {
    if (hearForCover === hear) hearForCover = undefined
  }
}

/** Goes at once, or after the customer agrees to lose unsaved changes. */
export function leave(go: () => void): void {
  if (gate && !isFree) gate.hold(go)
  else go()
}

/** For a page that has just saved its changes. */
export function leaveFreely(go: () => void): void {
  isFree = true
  try {
    go()
  } finally {
    isFree = false
  }
}

/** Wraps each navigation. A change of the query alone stays on the page. */
export const aroundNavigation: AroundNavHandler = (navigate, to, options) => {
  const { pathname, href } = new URL(to, location.href)
  if (pathname !== location.pathname) return leave(() => navigate(to, options))
  // Choosing the current page again would redraw it and lose what was typed.
  if (gate && !isFree && href === location.href && !options?.replace) return
  navigate(to, options)
}

/** Called once at page start, before any other listener: nobody else may see a step that is taken back. */
export function followHistory(): void {
  for (const navigation of ['pushState', 'replaceState', 'popstate'])
    addEventListener(navigation, (event) => (hearForCover ?? gate?.hear)?.(event))
}
