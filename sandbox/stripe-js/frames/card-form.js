import { createCardInput } from './card-input.js'
import { messageOf } from './card-rules.js'
import { createCountryRow } from './country-row.js'
import { h, picture } from './dom.js'
import { createRow } from './form-row.js'

/** The card section of the payment form. */
export function createCardForm({ collects, country, business, isSetup, showsTerms, onChange }) {
  const icon = h('span', { class: 'icon' }, picture('unknown'))
  const build = (name, label, isHalf) => {
    const part = createCardInput(name, {
      onChange(state) {
        row.show(state.code && messageOf(state.code))
        if (state.brand !== undefined) {
          icon.firstChild.replaceWith(picture(state.brand))
          parts.cvc.setBrand(state.brand)
        }
        onChange()
      },
    })
    const row = createRow({ label, input: part.input, isHalf })
    return Object.assign(part, { row: row.row })
  }
  const parts = {}
  parts.number = build('number', 'Card number', false)
  parts.expiry = build('expiry', 'Expiration date', true)
  parts.cvc = build('cvc', 'Security code', true)
  const all = Object.values(parts)
  const countryRow = collects.address ? createCountryRow(country) : undefined
  const input = h('div', { class: 'with-icon' })
  parts.number.input.replaceWith(input)
  input.append(parts.number.input, icon)

  const terms = `By providing your card information, you allow ${business} to charge your card for future payments in accordance with their terms.`
  return {
    type: 'card',
    label: 'Card',
    node: h(
      'div',
      { class: 'form' },
      ...all.map(({ row }) => row),
      countryRow?.row,
      isSetup && showsTerms && h('p', { class: 'TermsText' }, terms),
    ),
    inputs: () => all.map((part) => part.input),
    isEmpty: () => all.every((part) => part.state().empty),
    isComplete: () => all.every((part) => part.state().complete),
    reveal() {
      const codes = all.map((part) => part.reveal())
      const first = codes.findIndex((code) => code !== undefined)
      if (first === -1) return undefined
      all[first].input.focus()
      return { type: 'validation_error', code: codes[first], message: messageOf(codes[first]) }
    },
    give: () => ({
      type: 'card',
      card: Object.assign({}, ...all.map((part) => part.give())),
      ...(countryRow && { billing_details: { address: { country: countryRow.value() } } }),
    }),
    clear: () => all.forEach((part) => part.clear()),
  }
}
