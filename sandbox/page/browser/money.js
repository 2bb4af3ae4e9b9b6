import { ApiError } from './api.js'

const formats = new Map()

/** Formats minor units: 12050 and `gbp` are £120.50. */
export function inMoney(amount, code) {
  const currency = code.toLowerCase()
  if (!formats.has(currency)) {
    formats.set(
      currency,
      new Intl.NumberFormat(currency === 'aud' ? 'en-AU' : 'en-GB', { style: 'currency', currency }),
    )
  }
  return formats.get(currency).format(amount / 100)
}

export const forSumField = (amount) => (amount / 100).toFixed(2)

/** Parses a typed amount into minor units, without floating-point arithmetic. */
export function readSum(text) {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) throw new ApiError(`“${text}” is not a sum such as 120.50`)
  return Number(whole + fraction.padEnd(2, '0'))
}
