import { h } from './dom.js'

let made = 0

/** A label, an input, and an error below. */
export function createRow({ label, input, isHalf = false }) {
  made += 1
  const id = `input-${made}`
  input.id = id
  input.classList.add('Input')
  input.removeAttribute('aria-label')
  const trouble = h('p', { class: 'Error', id: `${id}-error`, role: 'alert', hidden: true })
  const row = h(
    'div',
    { class: isHalf ? 'row row--half' : 'row' },
    h('label', { class: 'Label', for: id }, label),
    input,
    trouble,
  )
  return {
    row,
    input,
    show(message) {
      trouble.hidden = message === undefined
      trouble.textContent = message ?? ''
      input.classList.toggle('Input--invalid', message !== undefined)
      if (message === undefined) {
        input.removeAttribute('aria-invalid')
        input.removeAttribute('aria-describedby')
      } else {
        input.setAttribute('aria-invalid', 'true')
        input.setAttribute('aria-describedby', trouble.id)
      }
    },
  }
}

/** A text row: formatted while typing, and checked when it is left. */
export function createTextRow({
  label,
  check,
  messageOf,
  format,
  onChange,
  isHalf,
  value = '',
  ...attributes
}) {
  let isRevealed = false
  const input = h('input', {
    type: 'text',
    ...attributes,
    input() {
      const isAtEnd = input.selectionEnd === input.value.length
      const text = format?.(input.value) ?? input.value
      if (text !== input.value && isAtEnd) input.value = text
      isRevealed = false
      paint()
    },
    blur() {
      if (format) input.value = format(input.value)
      isRevealed = input.value !== ''
      paint()
    },
  })
  input.value = format?.(value) ?? value
  const row = createRow({ label, input, isHalf })
  const code = () => check?.(input.value)
  const paint = () => {
    row.show(isRevealed && code() ? messageOf(code()) : undefined)
    onChange()
  }
  return {
    row: row.row,
    input,
    text: () => input.value.trim(),
    isEmpty: () => input.value === '',
    code,
    reveal() {
      isRevealed = true
      paint()
    },
    clear() {
      input.value = ''
      isRevealed = false
      paint()
    },
  }
}
