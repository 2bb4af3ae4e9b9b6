import { useSyncExternalStore } from 'react'
import { newListeners } from '../ui/listeners.ts'

/** Counts navigations, so that data that must be reloaded each time can tell them apart. */
let visit = 0
const { follow, notify } = newListeners()

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
    notify()
  }
  for (const navigation of ['pushState', 'replaceState', 'popstate']) addEventListener(navigation, note)
}

/** Changes with every navigation, also to the current page. */
export function useVisit(): string {
  return useSyncExternalStore(
    follow,
    () => String(visit),
    () => '0',
  )
}
