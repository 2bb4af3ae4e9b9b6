import { useSyncExternalStore } from 'react'

/** Counts navigations, so that data that must be reloaded each time can tell them apart. */
let visit = 0
const listeners = new Set<() => void>()

/** Called once, at page start. */
export function followVisits(): void {
  let { pathname, href } = location
  const note = (event: Event) => {
    // A page that only changes its own query has not been left.
    const isElsewhere = location.pathname !== pathname
    const isChosenAgain = event.type === 'pushState' && location.href === href
    ;({ pathname, href } = location)
    if (!isElsewhere && !isChosenAgain) return
    visit += 1
    for (const listener of listeners) listener()
  }
  for (const navigation of ['pushState', 'replaceState', 'popstate']) addEventListener(navigation, note)
}

/** Changes with every navigation, also to the current page. */
export function useVisit(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => String(visit),
    () => '0',
  )
}
