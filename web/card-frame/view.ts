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

function node<Kind extends HTMLElement>(id: string, kind: abstract new () => Kind): Kind {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}`)
  return found
}
