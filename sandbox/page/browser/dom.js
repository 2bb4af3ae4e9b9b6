/**
 * Creates an element: `h('a.btn', { href: '#' }, 'Text')`. Plain objects are attributes, and functions in them
 * listeners; everything else is a child. False, null and undefined are left out.
 */
export function h(selector, ...content) {
  const [tag, ...classes] = selector.split('.')
  const element = document.createElement(tag)
  if (classes.length > 0) element.className = classes.join(' ')
  for (const item of content.flat(Infinity)) {
    if (item instanceof Node || typeof item === 'string' || typeof item === 'number') element.append(item)
    else if (item) setAttributes(element, item)
  }
  return element
}

function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value !== undefined && value !== null && value !== false) {
      element.setAttribute(name, value === true ? '' : value)
    }
  }
}

function drawing(look, file, name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  svg.setAttribute('class', look)
  svg.setAttribute('aria-hidden', 'true')
  use.setAttribute('href', `/_sandbox/assets/${file}.svg#${name}`)
  svg.append(use)
  return svg
}
export const icon = (name) => drawing('icon', 'icons', name)
export const hiddenText = (text) => h('span.sr-only', text)
export const badge = ({ look, text }) => h(`span.badge.badge--${look}`, text)
export const find = (selector, inside = document) => inside.querySelector(selector)
export const emptyState = (text, art = 'signpost') =>
  h('div.empty', { hidden: true }, drawing('art', 'art', art), h('p', text))

/** Announces a text to screen readers. */
export function announce(text) {
  find('#news').textContent = text
}

export function button(label, look, click, ...more) {
  return h(`button.btn.btn--${look}`, { type: 'button', click }, more, label)
}

export const input = (name, attributes) =>
  h('input.input', { name, autocomplete: 'off', required: true, ...attributes })
export const select = (name, options = [], attributes = {}) =>
  h('select.select', { name, ...attributes }, options.map(option))
const option = ([value, text]) => h('option', { value }, text)

export function field(label, control, { hint, look = '' } = {}) {
  return h(`label.field${look}`, h('span.field__label', label), control, hint && h('span.field__hint', hint))
}

export const check = (name, label) =>
  h('label.check.field--wide', h('input', { type: 'checkbox', name }), label)

/** A choice between a few words: `segments('Kind', 'kind', { '': 'All', sms: 'SMS' })`; the first is chosen. */
export function segments(legend, name, options, attributes = {}) {
  const radios = Object.entries(options).map(([value, text], index) =>
    h('label', h('input', { type: 'radio', name, value, checked: index === 0 }), h('span', text)),
  )
  return h('fieldset.segments', attributes, h('legend.sr-only', legend), radios)
}

export function facts(values) {
  const known = Object.entries(values).filter(([, value]) => value)
  return h(
    'dl.facts',
    known.map(([name, value]) =>
      h(
        'div',
        h('dt', name),
        h('dd', value, isId(value) && copyButton(value, value, 'borderless.btn--tiny')),
      ),
    ),
  )
}

/** A provider's id, which people copy. */
const isId = (value) => /^[a-z]+_\w{8,}$/.test(value)

export const source = (title, text) =>
  h('pre.source', { tabindex: '0', role: 'group', 'aria-label': title }, text)

/**
 * Updates a list to match its items. An item with a known key keeps its element, and so its focus, selection and
 * expanded parts.
 */
export function createList(list, keyOf, render) {
  let elements = new Map()
  return (items) => {
    const next = new Map(items.map((item) => [keyOf(item), elements.get(keyOf(item)) ?? render(item)]))
    for (const [key, element] of elements) if (!next.has(key)) element.remove()
    let child = list.firstChild
    for (const element of next.values()) {
      if (element === child) child = child.nextSibling
      else list.insertBefore(element, child)
    }
    elements = next
    list.hidden = items.length === 0
  }
}

export function copyButton(text, what, look = 'secondary') {
  const label = h('span', 'Copy')
  const copyText = async () => {
    await copy(text)
    label.textContent = 'Copied'
    made.firstChild.replaceWith(icon('check'))
    announce(`Copied ${what}`)
    setTimeout(() => {
      label.textContent = 'Copy'
      made.firstChild.replaceWith(icon('copy'))
    }, 2000)
  }
  const made = button(label, `${look}.btn--small`, copyText, icon('copy'), { 'aria-label': `Copy ${what}` })
  return made
}

/** The clipboard needs a secure context, which another machine's address is not. */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = h('textarea.sr-only')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

/** Asks before something is lost. Escape and "Keep" mean no. */
export function ask(title, words, yes) {
  return new Promise((resolve) => {
    const dialog = h(
      'dialog.dialog',
      { 'aria-labelledby': 'ask', close: () => dialog.remove() || resolve(dialog.returnValue === 'yes') },
      h(
        'form',
        { method: 'dialog' },
        h('h2', { id: 'ask' }, title),
        h('p', words),
        h('div.buttons', h('button.btn.btn--secondary', { value: 'no', autofocus: true }, 'Keep')),
      ),
    )
    find('.buttons', dialog).append(h('button.btn.btn--danger', { value: 'yes' }, yes))
    document.body.append(dialog)
    dialog.showModal()
  })
}
