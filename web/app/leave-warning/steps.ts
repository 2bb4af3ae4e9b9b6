/**
 * Back and Forward cannot be refused: the address has changed by the time a page hears of it. So the step is taken back
 * before anybody else hears, and `hold` is given a way to take it again.
 */
export function takeBackSteps(hold: (step: () => void) => void): (event: Event) => void {
  let here = currentEntry()
  let heldSteps = 0

  /** Still on the page, or on it again. */
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
      // An old browser does not say which way the step led. The page gets a new entry, after the one it led to.
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
