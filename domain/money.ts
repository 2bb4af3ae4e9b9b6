import { regionFacts, type Region } from './region.ts'

/**
 * Money is counted in whole cents (or pence). Decimals exist only on the wire and on the screen, and are converted
 * here: parsed as text on the way in, divided once on the way out.
 */
declare const inCents: unique symbol
export type Cents = number & { readonly [inCents]: true }

/** A decimal amount in the wire format. Cents have another type, so that 12345 is never shown for 123.45. */
type DecimalNumber = number & { readonly [inCents]?: never }
export type DecimalAmount = DecimalNumber | string

export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of cents`)
  return (amount === 0 ? 0 : amount) as Cents
}

export function sumOf(parts: readonly { amount: Cents }[]): Cents {
  return cents(parts.reduce((sum, { amount }) => sum + amount, 0))
}

/** The sum of decimals as a decimal, exact to the cent. */
export function sumOfDecimals(parts: readonly { amount: DecimalNumber }[]): number {
  return parts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
}

type AmountLimits = { allowNegative?: boolean; max?: Cents }

/**
 * Parses a decimal with at most two decimals, without floating-point arithmetic. Anything else is undefined:
 * exponents, grouping, a third decimal, more than `max`, and negative amounts unless allowed.
 */
export function parseAmount(amount: DecimalAmount, limits: AmountLimits = {}): Cents | undefined {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(amount).trim())
  if (!match) return undefined
  const [, sign, whole = '', fraction = ''] = match
  const size = Number(whole + fraction.padEnd(2, '0'))
  if (!Number.isSafeInteger(size)) return undefined
  if (sign && size !== 0 && !limits.allowNegative) return undefined
  const value = cents(sign ? -size : size)
  return limits.max !== undefined && value > limits.max ? undefined : value
}

/** Parses a percentage from 0 to 100 as basis points (hundredths of a percent). */
export function parsePercent(percent: DecimalAmount): number | undefined {
  return parseAmount(percent, { max: cents(100_00) })
}

/**
 * The number for JSON. One division rounds to the nearest double, which has fifteen digits, so the printed number is
 * exact up to ten trillion.
 */
export function toDecimal(amount: Cents): number {
  return amount / 100
}

/** A share of an amount, rounded half up. */
export function percentOf(amount: Cents, basisPoints: number): Cents {
  if (!Number.isSafeInteger(basisPoints) || basisPoints < 0) {
    throw new RangeError(`${basisPoints} is not a number of basis points`)
  }
  // Split at 10,000 so that the product stays a safe integer.
  const rest = ((amount % 10_000) + 10_000) % 10_000
  const wholes = (amount - rest) / 10_000
  return cents(wholes * basisPoints + Math.floor((rest * basisPoints + 5_000) / 10_000))
}

/**
 * Splits a total into equal parts, rounded up; the last takes the rest and may be smaller, never larger. Undefined if
 * the total is too small for that many parts.
 */
export function splitEvenly(total: Cents, count: number): { each: Cents; last: Cents } | undefined {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`cannot split into ${count} parts`)
  if (total < 0) throw new RangeError('cannot split a negative total')
  const short = total % count
  const each = (total - short) / count + (short === 0 ? 0 : 1)
  const last = total - (count - 1) * each
  return last < 0 ? undefined : { each: cents(each), last: cents(last) }
}

const invalidAmount = 'Invalid amount'

function toNumber(value: unknown): number | undefined {
  const isNumeric =
    typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()))
  return isNumeric && Number.isFinite(Number(value)) ? Number(value) : undefined
}

const currencyFormats = new Map<string, Intl.NumberFormat>()

function currencyFormat(region: Region, decimals: 0 | 2): Intl.NumberFormat {
  const key = `${region}${decimals}`
  let format = currencyFormats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(regionFacts[region].locale, {
      style: 'currency',
      currency: regionFacts[region].currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay: 'negative',
    })
    currencyFormats.set(key, format)
  }
  return format
}

/** "$1,234.50" for a decimal wire value, "$1,235" with `whole`. */
export function formatCurrency(
  value: DecimalAmount | null | undefined,
  region: Region,
  options: { whole?: boolean } = {},
): string {
  const amount = toNumber(value)
  return amount === undefined ? invalidAmount : currencyFormat(region, options.whole ? 0 : 2).format(amount)
}

/** "1234.50": two decimals, no grouping, no symbol. */
export function formatNumber(value: DecimalAmount | null | undefined): string {
  return toNumber(value)?.toFixed(2) ?? invalidAmount
}
