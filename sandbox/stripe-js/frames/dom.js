/** Creates an element. Attributes that are functions are listeners; false and undefined are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== false))
  return element
}

export function picture(name, className = 'brand') {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  svg.setAttribute('class', className)
  svg.setAttribute('viewBox', '0 0 32 21')
  svg.setAttribute('aria-hidden', 'true')
  use.setAttribute('href', `/frames/brands.svg#${name}`)
  svg.append(use)
  return svg
}

export const formatMoney = (amount, currency) => {
  const format = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits)
}
