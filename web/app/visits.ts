import { useSyncExternalStore } from 'react'

/** Counted up by every navigation, so that what must be asked anew each time can tell one from the next. */
let visit = 0
const listeners = new Set<() => void>()

/** Once, when the page starts. */
export function followVisits(): void {
  let { pathname, href } = location
  const note = (event: Event) => {
    // A page that only writes something into its own address has not been left.
    const isElsewhere = location.pathname !== pathname
    const isChosenAgain = event.type === 'pushState' && location.href === href
    ;({ pathname, href } = location)
    if (!isElsewhere && !isChosenAgain) return
    visit += 1
    for (const listener of listeners) listener()
  }
  for (const navigation of ['pushState', 'replaceState', 'popstate']) addEventListener(navigation, note)
}

/** Changes when the customer goes somewhere, also to the page they are on. */
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
