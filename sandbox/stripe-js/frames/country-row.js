import { h } from './dom.js'
import { createRow } from './form-row.js'

const codes = 'AU BE CA CH CN DE DK ES FR GB HK IE IN IT JP MY NL NZ PL PT SE SG US ZA'.split(' ')

export function createCountryRow(country) {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  const options = codes
    .map((code) => [code, names.of(code)])
    .sort(([, one], [, other]) => one.localeCompare(other))
    .map(([code, name]) => h('option', { value: code, selected: code === country }, name))
  const input = h('select', { name: 'country', autocomplete: 'billing country' }, ...options)
  return { row: createRow({ label: 'Country', input }).row, value: () => input.value }
}
