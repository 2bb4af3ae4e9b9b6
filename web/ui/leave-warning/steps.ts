/**
 * Back and Forward cannot be cancelled: the address has already changed when a page is notified. So the step is
 * undone before other listeners run, and `hold` gets a function that repeats it.
 */
export function takeBackSteps(hold: (step: () => void) => void): (event: Event) => void {
  let here = currentEntry()
  let heldSteps = 0

  /** Still on the page, or back on it. */
  function stay() {
    const now = currentEntry()
    const steps = now.index === here.index ? heldSteps : 0
    here = now
    heldSteps = 0
    if (steps !== 0) hold(() => history.go(steps))
  }

  return (event) => {
    if (event.type !== 'popstate' || location.pathname === here.pathname) return stay()
    event.stopImmediatePropagation()
    const { index } = currentEntry()
    if (index !== null && here.index !== null) {
      heldSteps = index - here.index
      history.go(-heldSteps)
    } else {
      // Older browsers do not report the direction of the step. Push a new entry for the page, after the one the step
      // led to.
      History.prototype.pushState.call(history, here.state, '', here.href)
      hold(() => history.back())
    }
  }
}

type HistoryEntry = { pathname: string; href: string; state: unknown; index: number | null }

function currentEntry(): HistoryEntry {
  const index = 'navigation' in window ? navigation.currentEntry?.index : null
  return {
    pathname: location.pathname,
    href: location.href,
    state: history.state as unknown,
    index: index ?? null,
  }
}
