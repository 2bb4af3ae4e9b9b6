import type { AroundNavHandler } from 'wouter'

/** Stands between a page with something unsaved on it and every way out. */
export type Gate = {
  /** Somebody wants to go, and `go` takes them there. */
  hold: (go: () => void) => void
  /** The history has moved, by the browser's buttons or by a page. */
  hear: (event: Event) => void
}

let gate: Gate | undefined
let isFree = false

export function closeGate(mine: Gate): () => void {
  gate = mine
  return () => {
    if (gate === mine) gate = undefined
  }
}

/** Goes at once or, where something would get lost, once the customer has said that it may. */
export function leave(go: () => void): void {
  if (gate && !isFree) gate.hold(go)
  else go()
}

/** For whoever has just saved what there was to lose. */
export function leaveFreely(go: () => void): void {
  isFree = true
  try {
    go()
  } finally {
    isFree = false
  }
}

/** Around each navigation to an address. One that only changes its query stays on the page. */
export const aroundNavigation: AroundNavHandler = (navigate, to, options) => {
  const { pathname, href } = new URL(to, location.href)
  if (pathname !== location.pathname) return leave(() => navigate(to, options))
  // To choose the page once more draws it anew, and what is typed there would be gone.
  if (gate && !isFree && href === location.href && !options?.replace) return
  navigate(to, options)
}

/** Once, when the page starts, and before anybody else listens: of a step that is taken back nobody must hear. */
export function followHistory(): void {
  for (const navigation of ['pushState', 'replaceState', 'popstate'])
    addEventListener(navigation, (event) => gate?.hear(event))
}
