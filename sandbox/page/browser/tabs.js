const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }

/** One tab is reachable with the Tab key, the others from there with the arrow keys. */
export function createTabs(list, choose) {
  const tabs = [...list.querySelectorAll('[role="tab"]')]
  const panelOf = (tab) => document.getElementById(tab.getAttribute('aria-controls'))
  const show = (name) => {
    for (const tab of tabs) {
      const isChosen = tab.dataset.tab === name
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
      panelOf(tab).hidden = !isChosen
      if (isChosen) revealIn(list, tab)
    }
  }
  list.addEventListener('click', ({ target }) => {
    const tab = target.closest('[role="tab"]')
    if (tab) choose(tab.dataset.tab)
  })
  list.addEventListener('keydown', (event) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const last = tabs.length - 1
    const index = tabs.indexOf(document.activeElement) + step
    const next = Number.isFinite(step)
      ? (index + tabs.length) % tabs.length
      : Math.min(Math.max(index, 0), last)
    tabs[next].focus()
    choose(tabs[next].dataset.tab)
  })
  return show
}

/** Scrolls only the strip; `scrollIntoView` would scroll the page too. */
export function revealIn(strip, item) {
  strip.scrollLeft = item.offsetLeft - (strip.clientWidth - item.offsetWidth) / 2
}
