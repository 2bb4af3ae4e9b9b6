import { countryCodes } from '#domain/countries.ts'
import type { Option } from '../../ui/select/native-select.tsx'

const mostCommon = 'AU'
const names = new Intl.DisplayNames('en-AU', { type: 'region' })

/** All countries by name, after the one most passports come from. */
export const countryOptions: readonly Option[] = countryCodes
  .map((code) => ({ value: code, label: names.of(code) ?? code }))
  .toSorted((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label, 'en-AU'))

function rank({ value }: Option): number {
  return value === mostCommon ? 0 : 1
}
