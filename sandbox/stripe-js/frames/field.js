import { createCardInput } from './card-input.js'
import { messageOf } from './card-rules.js'
import { about, connectToCalls, connectToPage, reportHeight } from './connection.js'
import { h, picture } from './dom.js'
import { applyFieldStyle, loadFonts } from './field-style.js'

/** The inputs of each Element: one for a split field, all in one line for the whole card. */
const inputsOf = {
  cardNumber: ['number'],
  cardExpiry: ['expiry'],
  cardCvc: ['cvc'],
  card: ['number', 'expiry', 'cvc'],
}

const isWholeCard = about.type === 'card'
let page
let calls
let options = {}
let lastChange = ''

const parts = Object.fromEntries(
  inputsOf[about.type].map((name) => [name, createCardInput(name, { onChange: () => refresh() })]),
)
const postcode = h('input', {
  type: 'text',
  name: 'postal',
  autocomplete: 'billing postal-code',
  'aria-label': 'ZIP or postal code',
  placeholder: 'Postcode',
  class: 'postcode',
  input: () => refresh(),
})
const icon = h('span', { class: 'icon', hidden: true }, picture('unknown'))
const inputs = [...Object.values(parts).map(({ input }) => input), ...(isWholeCard ? [postcode] : [])]
const field = h('div', { class: `field field--${about.type} is-empty` }, icon, ...inputs)

const needsPostcode = () => isWholeCard && options.hidePostalCode !== true

function stateOf() {
  const states = Object.values(parts).map((part) => part.state())
  const code = states.find((state) => state.code !== undefined)?.code
  return {
    empty: states.every((state) => state.empty),
    complete: states.every((state) => state.complete) && (!needsPostcode() || postcode.value.trim() !== ''),
    code,
    brand: states[0].brand,
  }
}

function refresh() {
  const { empty, complete, code, brand } = stateOf()
  field.classList.toggle('is-empty', empty)
  field.classList.toggle('is-complete', complete)
  field.classList.toggle('is-invalid', code !== undefined)
  if (brand !== undefined) {
    icon.firstChild.replaceWith(picture(brand))
    parts.cvc?.setBrand(brand)
    calls?.notify('brand', brand)
  }
  const change = {
    elementType: about.type,
    empty,
    complete,
    error: code && { type: 'validation_error', code, message: messageOf(code) },
    ...(brand !== undefined && { brand }),
    ...(isWholeCard && { value: { postalCode: postcode.value } }),
  }
  const text = JSON.stringify(change)
  if (text === lastChange) return
  lastChange = text
  page?.notify('change', change)
}

function take(next) {
  options = { ...options, ...next }
  applyFieldStyle(options.style)
  icon.hidden = isWholeCard ? options.hideIcon === true : options.showIcon !== true || !parts.number
  icon.classList.toggle('icon--solid', options.iconStyle === 'solid')
  postcode.hidden = !needsPostcode()
  if (options.value?.postalCode !== undefined && postcode.value === '')
    postcode.value = options.value.postalCode
  for (const input of inputs) input.disabled = options.disabled === true
  if (!isWholeCard) inputs[0].placeholder = options.placeholder ?? Object.values(parts)[0].placeholder
  refresh()
}

/** In the one-line card, a finished input moves the focus to the next. */
function moveOn({ target }) {
  const part = Object.values(parts).find(({ input }) => input === target)
  const next = inputs[inputs.indexOf(target) + 1]
  if (isWholeCard && part?.state().complete && target.selectionEnd === target.value.length && !next?.hidden)
    next?.focus()
}

field.addEventListener('input', moveOn)
field.addEventListener('focusin', () => page?.notify('focus'))
field.addEventListener('focusout', ({ relatedTarget }) => {
  if (!field.contains(relatedTarget)) page?.notify('blur')
})
field.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') page?.notify('escape')
  if (key === 'Enter') page?.notify('enter')
})

function clear() {
  for (const part of Object.values(parts)) part.clear()
  postcode.value = ''
  refresh()
}

/** The typed values, only for the frame that calls the API. */
function collect() {
  const code = Object.values(parts)
    .map((part) => part.reveal())
    .find((found) => found !== undefined)
  if (code) return { error: { type: 'validation_error', code, message: messageOf(code) } }
  if (needsPostcode() && postcode.value.trim() === '') {
    return {
      error: { type: 'validation_error', code: 'incomplete_zip', message: messageOf('incomplete_zip') },
    }
  }
  return {
    card: Object.assign({}, ...Object.values(parts).map((part) => part.give())),
    ...(needsPostcode() && { postalCode: postcode.value.trim() }),
  }
}

postcode.hidden = true
document.body.append(field)
refresh()
async function join() {
  calls = await connectToCalls({ collect, brand: (name) => parts.cvc?.setBrand(name) })
  if (parts.number) calls.notify('brand', parts.number.state().brand)
}
void join()

page = await connectToPage({
  start({ options: given, fonts }) {
    loadFonts(fonts)
    take(given)
    reportHeight(page, field)
    page.notify('ready')
  },
  update: take,
  clear,
  focus: () => inputs[0].focus(),
  blur: () => document.activeElement?.blur(),
})
