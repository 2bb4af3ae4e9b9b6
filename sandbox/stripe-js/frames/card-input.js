import {
  brandOf,
  checkCvc,
  checkExpiry,
  checkNumber,
  digitsOf,
  formatCvc,
  formatExpiry,
  formatNumber,
  readExpiry,
} from './card-rules.js'
import { now } from './connection.js'
import { h } from './dom.js'

/** The three inputs of a card: the label, format, check and API value of each. */
const kinds = {
  number: {
    label: 'Credit or debit card number',
    placeholder: '1234 1234 1234 1234',
    attributes: { name: 'cardnumber', autocomplete: 'cc-number' },
    format: (text) => formatNumber(text),
    check: (text) => checkNumber(text),
    give: (text) => ({ number: digitsOf(text) }),
  },
  expiry: {
    label: 'Credit or debit card expiration date',
    placeholder: 'MM / YY',
    attributes: { name: 'exp-date', autocomplete: 'cc-exp' },
    format: (text, { isDeleting }) => formatExpiry(text, isDeleting),
    check: (text) => checkExpiry(text, now),
    give(text) {
      const { month, year } = readExpiry(text)
      return { exp_month: month, exp_year: year }
    },
  },
  cvc: {
    label: 'Credit or debit card CVC/CVV',
    placeholder: 'CVC',
    attributes: { name: 'cvc', autocomplete: 'cc-csc' },
    format: (text, { brand }) => formatCvc(text, brand),
    check: (text, { brand }) => checkCvc(text, brand),
    give: (text) => ({ cvc: digitsOf(text) }),
  },
}

/** One input of a card. A missing value counts as an error only after the input was left, or on submit. */
export function createCardInput(kindName, { attributes = {}, onChange }) {
  const kind = kinds[kindName]
  let brand = 'unknown'
  let isRevealed = false

  const input = h('input', {
    type: 'text',
    inputmode: 'numeric',
    autocorrect: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-label': kind.label,
    placeholder: kind.placeholder,
    ...kind.attributes,
    ...attributes,
    input(event) {
      rewrite(input, (text) => kind.format(text, { brand, isDeleting: isDeletion(event) }))
      isRevealed = false
      notifyChange()
    },
    blur() {
      isRevealed = input.value !== ''
      notifyChange()
    },
  })

  const state = () => {
    const check = kind.check(input.value, { brand })
    const isShown = check.code !== undefined && (!check.isMissing || isRevealed)
    return {
      empty: input.value === '',
      complete: check.complete,
      ...(isShown && { code: check.code }),
      ...(kindName === 'number' && { brand: brandOf(input.value) }),
    }
  }
  const notifyChange = () => {
    const current = state()
    if (current.code === undefined) input.removeAttribute('aria-invalid')
    else input.setAttribute('aria-invalid', 'true')
    onChange(current)
  }

  return {
    input,
    state,
    placeholder: kind.placeholder,
    give: () => kind.give(input.value),
    /** Shows missing values too, and returns the error. */
    reveal() {
      isRevealed = true
      notifyChange()
      return state().code
    },
    clear() {
      input.value = ''
      isRevealed = false
      notifyChange()
    },
    setBrand(name) {
      if (name === brand) return
      brand = name
      if (input.value !== '') notifyChange()
    },
  }
}

const isDeletion = (event) => event.inputType?.startsWith('delete') ?? false

/** Formats the typed text and keeps the caret behind the same digit. */
function rewrite(input, format) {
  const isAtEnd = input.selectionEnd === input.value.length
  const digitsBefore = digitsOf(input.value.slice(0, input.selectionEnd ?? undefined)).length
  const text = format(input.value)
  if (text === input.value) return
  input.value = text
  if (document.activeElement !== input) return
  const caret = isAtEnd ? text.length : caretBehind(text, digitsBefore)
  input.setSelectionRange(caret, caret)
}

function caretBehind(text, digits) {
  let caret = 0
  for (let seen = 0; seen < digits && caret < text.length; caret += 1) {
    if (/\d/.test(text[caret])) seen += 1
  }
  return caret
}
