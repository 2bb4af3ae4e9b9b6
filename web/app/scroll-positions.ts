/** The scroll position of each history entry, by its key. */
const storageKey = 'larkwell.scrollPositions'

/** A page that has not reached its old height by then will not. */
const timeoutMs = 3_000

/**
 * Restores the scroll position when the customer returns to a page. The browser would try before the page has its
 * content, and give up. New pages start at the top: their heading takes care of it.
 */
export function followScrolling(): void {
  const positions = readPositions()
  let here = entryKey()
  let stopWaiting = () => {}
  const leave = () => {
    stopWaiting()
    positions.set(here, scrollY)
    here = entryKey()
  }
  const goBack = () => {
    stopWaiting = scrollOnceThere(positions.get(here) ?? 0)
  }
  history.scrollRestoration = 'manual'
  // In the capture phase, before other listeners change the page and its scroll position.
  for (const navigation of ['pushState', 'replaceState', 'popstate'])
    addEventListener(navigation, leave, { capture: true })
  addEventListener('popstate', goBack)
  addEventListener('pagehide', () => {
    leave()
    storePositions(positions)
  })
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (arrival?.type === 'reload' || arrival?.type === 'back_forward') goBack()
}

/** Retries as the page grows, until it is long enough, the customer scrolls, or the time is up. */
function scrollOnceThere(position: number): () => void {
  const growth = new ResizeObserver(tryIt)
  const ownMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown']
  const timer = setTimeout(stop, timeoutMs)
  function tryIt() {
    scrollTo(0, position)
    if (Math.abs(scrollY - position) < 1) stop()
  }
  function stop() {
    growth.disconnect()
    clearTimeout(timer)
    for (const move of ownMoves) removeEventListener(move, stop)
  }
  growth.observe(document.body)
  for (const move of ownMoves) addEventListener(move, stop, { passive: true })
  return stop
}

/** Without history keys, two visits to one address share a position, which is usually right. */
function entryKey(): string {
  return ('navigation' in window && navigation.currentEntry?.key) || location.href
}

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][])
  } catch {
    return new Map()
  }
}

function storePositions(positions: Map<string, number>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-50)))
  } catch {
    // A browser without storage starts at the top after a reload.
  }
}
