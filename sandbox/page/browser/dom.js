/** Creates an element. Attributes that are functions are listeners; false, null and undefined are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value !== undefined && value !== null && value !== false)
      element.setAttribute(name, value === true ? '' : value)
  }
  element.append(
    ...children.flat().filter((child) => child !== undefined && child !== null && child !== false),
  )
  return element
}

export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  use.setAttribute('href', `/_sandbox/assets/icons.svg#${name}`)
  svg.append(use)
  return svg
}

export const find = (selector, inside = document) => inside.querySelector(selector)

/** Announces a text to screen readers. */
export function announce(text) {
  find('#news').textContent = text
}

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

export function copyButton(text, what, look = 'btn--secondary') {
  const label = h('span', {}, 'Copy')
  const button = h(
    'button',
    {
      class: `btn btn--small ${look}`,
      type: 'button',
      'aria-label': `Copy ${what}`,
      click: async () => {
        await copy(text)
        label.textContent = 'Copied'
        button.firstChild.replaceWith(icon('check'))
        announce(`Copied ${what}`)
        setTimeout(() => {
          label.textContent = 'Copy'
          button.firstChild.replaceWith(icon('copy'))
        }, 2000)
      },
    },
    icon('copy'),
    label,
  )
  return button
}

/** The clipboard needs a secure context, which another machine's address is not. */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = h('textarea', { class: 'sr-only' })
  field.value = text
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}
