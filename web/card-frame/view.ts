import { isAcceptedCardBrand } from '#domain/card-entry.ts'
import { brandShapes } from '../ui/brand-mark/brand-shapes.ts'
import { errorFields, type FormErrors, type ErrorField } from './form-errors.ts'

const svg = 'http://www.w3.org/2000/svg'

/** All elements exist from the start, so that nothing moves when the fields arrive. */
export const nodes = {
  form: node('form', HTMLFormElement),
  number: node('number', HTMLElement),
  expiry: node('expiry', HTMLElement),
  cvc: node('cvc', HTMLElement),
  name: node('name', HTMLInputElement),
}

export function showErrors(errors: FormErrors): void {
  for (const field of errorFields) showError(field, errors[field])
}

function showError(field: ErrorField, error: string | undefined): void {
  const shown = node(`${field}-error`, HTMLElement)
  if (shown.textContent !== (error ?? '')) shown.replaceChildren(...(error ? [cautionIcon(), error] : []))
  shown.hidden = error === undefined
  if (field === 'form') return
  const element = nodes[field]
  if (error === undefined) element.removeAttribute('aria-describedby')
  else element.setAttribute('aria-describedby', shown.id)
  if (field === 'name') element.setAttribute('aria-invalid', String(error !== undefined))
  else element.toggleAttribute('data-invalid', error !== undefined)
}

/** The mark of the brand in the number's field, and where its security code is printed. */
export function showBrand(brand: string): void {
  const shapes = isAcceptedCardBrand(brand) ? brandShapes[brand] : []
  const mark = node('brand', SVGElement)
  mark.replaceChildren(
    ...shapes.map(({ d, fill }) => {
      const path = document.createElementNS(svg, 'path')
      path.setAttribute('d', d)
      path.setAttribute('fill', fill)
      return path
    }),
  )
  mark.toggleAttribute('hidden', shapes.length === 0)
  node('lock', SVGElement).toggleAttribute('hidden', shapes.length > 0)
  const isOnFront = brand === 'amex'
  node('code-back', SVGElement).toggleAttribute('hidden', isOnFront)
  node('code-front', SVGElement).toggleAttribute('hidden', !isOnFront)
  node('code-hint', HTMLElement).textContent = isOnFront
    ? 'The four digits on the front of your card'
    : 'The three digits on the back of your card'
}

export function showBusy(isBusy: boolean): void {
  nodes.form.setAttribute('aria-busy', String(isBusy))
  nodes.name.readOnly = isBusy
}

/** Replaces the form when it cannot be shown. */
export function showNotice(text: string, onRetry?: () => void): void {
  const sentence = document.createElement('p')
  sentence.textContent = text
  const notice = node('notice', HTMLElement)
  notice.replaceChildren(cautionIcon(), sentence, ...(onRetry ? [retryButton(onRetry)] : []))
  nodes.form.hidden = true
  notice.hidden = false
}

function retryButton(onRetry: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'btn btn--secondary'
  button.textContent = 'Retry'
  button.addEventListener('click', onRetry)
  return button
}

function cautionIcon(): SVGElement {
  const icon = document.createElementNS(svg, 'svg')
  icon.setAttribute('class', 'icon')
  icon.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(svg, 'use')
  use.setAttribute('href', '#caution')
  icon.append(use)
  return icon
}

function node<Kind extends Element>(id: string, kind: abstract new () => Kind): Kind {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}`)
  return found
}
