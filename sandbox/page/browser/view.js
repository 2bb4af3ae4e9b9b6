import { createList, emptyState, h, hiddenText, segments } from './dom.js'
import { createThings } from './thing.js'

/** `#payments/UK/refunds?words=ada` names a view, what to show in it, and its filters. */
export function readAddress() {
  const [path, query] = location.hash.slice(1).split('?')
  const [view, ...parts] = path.split('/')
  return { view, parts, query: new URLSearchParams(query) }
}

/** Search words and choices. They are part of the address, so that a filtered view can be linked to. */
export function createFilters(words, choices, change) {
  const form = h(
    'form.filters',
    { role: 'search', submit: (event) => event.preventDefault() },
    h(
      'label.field',
      hiddenText(words),
      h('input.input', { type: 'search', name: 'words', placeholder: words }),
    ),
    Object.entries(choices).map(([name, [legend, options]]) => segments(legend, name, options)),
  )
  form.elements.words.autocomplete = 'off'
  const names = ['words', ...Object.keys(choices)]
  const firstOf = (name) => (name === 'words' ? '' : Object.keys(choices[name][1])[0])
  const keepInAddress = () => {
    const chosen = names.map((name) => [name, form.elements[name].value])
    const query = new URLSearchParams(chosen.filter(([name, value]) => value !== firstOf(name)))
    const [path] = location.hash.split('?')
    history.replaceState(null, '', query.size > 0 ? `${path}?${query}` : path || location.pathname)
  }
  form.addEventListener('input', ({ target }) => {
    keepInAddress()
    change(target.name)
  })
  return {
    form,
    /** Takes over the address's filters; an address without any leaves them. */
    read(query) {
      if (names.some((name) => query.has(name))) {
        for (const name of names) form.elements[name].value = query.get(name) ?? firstOf(name)
      }
      keepInAddress()
    },
    value: (name) => form.elements[name].value,
    /** Whether a text has every word that was typed. */
    fits(text) {
      const lower = text.toLowerCase()
      return form.elements.words.value
        .toLowerCase()
        .split(/\s+/)
        .every((word) => lower.includes(word))
    },
  }
}

/** A list with its two empty states: nothing yet, and nothing that fits the filter. */
export function createFilteredList(filters, emptyText, art, { keyOf, render, textOf }) {
  const list = h('ul.card.card--flush.rows', { hidden: true })
  const empty = emptyState(emptyText, art)
  const unfit = h('p.empty', { hidden: true }, 'Nothing fits this search.')
  const update = keyOf ? createList(list, keyOf, render) : createThings(list)
  return {
    elements: [list, empty, unfit],
    empty,
    show(items) {
      const shown = items.filter((item) => filters.fits(textOf(item)))
      update(shown)
      empty.hidden = items.length > 0
      unfit.hidden = items.length === 0 || shown.length > 0
      return shown
    },
  }
}

/** Things are plain data, so that any of their words can be searched. */
export const things = { textOf: (thing) => JSON.stringify(thing) }

/**
 * Each tab has its address, and keeps the filters. One is reachable with the Tab key, the
 * others from there with the arrow keys.
 */
export function createTabs(label, names, panel) {
  const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }
  const choose = (name) => {
    const { view, query } = readAddress()
    query.delete('for')
    location.hash = `#${view}/${name}${query.size > 0 ? `?${query}` : ''}`
  }
  const tabs = Object.entries(names).map(([name, { tab }]) =>
    h(
      'button.tab',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${name}`,
        'aria-controls': panel.id,
        click: () => choose(name),
      },
      tab,
      h('span'),
    ),
  )
  const move = (event) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const index = tabs.indexOf(document.activeElement) + step
    const wrapped = Number.isFinite(step) ? index : step > 0 ? -1 : 0
    const next = tabs.at(wrapped % tabs.length)
    next.click()
    next.focus()
  }
  const list = h('div.tabs', { role: 'tablist', 'aria-label': label, keydown: move }, tabs)
  return {
    element: list,
    show(name, countOf) {
      Object.keys(names).forEach((other, index) => {
        const tab = tabs[index]
        tab.setAttribute('aria-selected', String(other === name))
        tab.tabIndex = other === name ? 0 : -1
        tab.lastChild.textContent = countOf(other) || ''
        if (other === name) revealIn(list, tab)
      })
      panel.setAttribute('aria-labelledby', `tab-${name}`)
    },
  }
}

/** Scrolls only the strip; `scrollIntoView` would scroll the page too. */
export function revealIn(strip, item) {
  strip.scrollLeft = item.offsetLeft - (strip.clientWidth - item.offsetWidth) / 2
}
