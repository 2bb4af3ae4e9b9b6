import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cents,
  formatCurrency,
  formatNumber,
  parseAmount,
  parsePercent,
  percentOf,
  splitEvenly,
  sumOf,
  sumOfDecimals,
  toDecimal,
} from './money.ts'

/** Up to ten trillion, where a double still holds every cent. */
const anyCents = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }).map(cents)
const anyTotal = fc.integer({ min: 0, max: 100_000_000_00 }).map(cents)

describe('Cents', () => {
  it.each([0, 1, -1, Number.MAX_SAFE_INTEGER])('%d is a number of cents', (amount) => {
    expect(cents(amount)).toBe(amount)
  })

  it.each([0.5, NaN, Infinity, 2 ** 53, -(2 ** 53)])('%d is not a number of cents', (amount) => {
    expect(() => cents(amount)).toThrow(RangeError)
  })

  it('there is no negative zero', () => {
    expect(Object.is(cents(-0), 0)).toBe(true)
  })
})

describe('Adding up', () => {
  it('is the same in cents and in decimals, to the cent', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -10_000_000, max: 10_000_000 })), (amounts) => {
        const parts = amounts.map((amount) => ({ amount: cents(amount) }))
        const decimals = parts.map(({ amount }) => ({ amount: toDecimal(amount) }))
        expect(sumOfDecimals(decimals)).toBe(toDecimal(sumOf(parts)) + 0)
      }),
    )
    expect(sumOfDecimals([{ amount: 0.1 }, { amount: 0.2 }])).toBe(0.3)
  })

  it('takes no cents for decimals', () => {
    // @ts-expect-error cents are added by sumOf
    expect(sumOfDecimals([{ amount: cents(5) }])).toBe(5)
  })
})

describe('Parsing an amount', () => {
  it.each([
    ['0', 0],
    ['0.00', 0],
    ['-0.00', 0],
    ['1', 100],
    ['1.5', 150],
    ['1.05', 105],
    ['0.29', 29],
    ['1234.50', 123450],
    ['007.10', 710],
    [' 12.50 ', 1250],
    [0.29, 29],
    [1.1, 110],
    [4.35, 435],
    [100000, 10000000],
    ['90071992547409.91', 9007199254740991],
  ])('%o is %d cents', (text, amount) => {
    expect(parseAmount(text)).toBe(amount)
  })

  it.each([
    ['a third decimal', '1.005'],
    ['a third decimal that is zero', '1.000'],
    ['a sum of floats', 0.1 + 0.2],
    ['an exponent', '1e3'],
    ['an exponent as a number', 1e21],
    ['a tiny number', 1e-7],
    ['a negative amount', '-1.00'],
    ['a negative number', -1],
    ['grouping', '1,234.50'],
    ['a symbol', '$5'],
    ['a plus sign', '+5'],
    ['a dot without decimals', '5.'],
    ['a dot without whole', '.5'],
    ['two dots', '1.2.3'],
    ['hexadecimal', '0x10'],
    ['digits of another script', '٣'],
    ['a second line', '5\n6'],
    ['nothing', ''],
    ['blanks', '  '],
    ['a word', 'abc'],
    ['not a number', NaN],
    ['infinity', Infinity],
    ['more than can be counted exactly', '90071992547409.92'],
    ['a very long number', '9'.repeat(400)],
  ])('%s is refused', (_, text) => {
    expect(parseAmount(text)).toBeUndefined()
  })

  it('a negative amount is accepted where it is allowed', () => {
    expect(parseAmount('-12.34', { allowNegative: true })).toBe(-1234)
  })

  it.each([
    ['100000', 10000000],
    ['100000.00', 10000000],
    ['100000.01', undefined],
    ['1000000', undefined],
  ])('with a limit of 100,000.00, %s gives %s', (text, amount) => {
    expect(parseAmount(text, { max: cents(100_000_00) })).toBe(amount)
  })

  it('a decimal round-trips to the same cents', () => {
    fc.assert(
      fc.property(anyCents, (amount) => {
        const sent: unknown = JSON.parse(JSON.stringify(toDecimal(amount)))
        expect(parseAmount(sent as number, { allowNegative: true })).toBe(amount)
      }),
    )
  })

  it('a plain number round-trips to the same cents', () => {
    fc.assert(
      fc.property(anyCents, (amount) => {
        expect(parseAmount(formatNumber(toDecimal(amount)), { allowNegative: true })).toBe(amount)
      }),
    )
  })

  it('displayed money round-trips to the same cents', () => {
    fc.assert(
      fc.property(anyCents, fc.constantFrom('AU' as const, 'UK' as const), (amount, region) => {
        const shown = formatCurrency(toDecimal(amount), region)
        expect(parseAmount(shown.replaceAll(/[$£,]/g, ''), { allowNegative: true })).toBe(amount)
      }),
    )
  })
})

describe('Parsing a percentage', () => {
  it.each([
    ['0', 0],
    ['7.5', 750],
    [25, 2500],
    ['100', 10000],
    ['100.01', undefined],
    ['-1', undefined],
    ['7.505', undefined],
    ['7.5%', undefined],
  ])('%o gives %s basis points', (text, basisPoints) => {
    expect(parsePercent(text)).toBe(basisPoints)
  })
})

describe('A share of an amount', () => {
  it.each([
    [1184500, 2500, 296125],
    [986000, 750, 73950],
    [50, 100, 1],
    [49, 100, 0],
    [-50, 100, 0],
    [-51, 100, -1],
    [1234501, 5000, 617251],
    [10000, 0, 0],
    [999_999_999_999_999, 10000, 999_999_999_999_999],
  ])('of %d cents, %d basis points are %d', (amount, basisPoints, share) => {
    expect(percentOf(cents(amount), basisPoints)).toBe(share)
  })

  it.each([1.5, -1, NaN])('%d is refused as basis points', (basisPoints) => {
    expect(() => percentOf(cents(100), basisPoints)).toThrow(RangeError)
  })

  it('is exactly floor((cents × basis points + 5000) / 10000), however large', () => {
    const floorDivide = (a: bigint, b: bigint) => a / b - (a % b < 0n ? 1n : 0n)
    fc.assert(
      fc.property(anyCents, fc.integer({ min: 0, max: 10_000 }), (amount, basisPoints) => {
        const exact = floorDivide(BigInt(amount) * BigInt(basisPoints) + 5000n, 10000n)
        expect(BigInt(percentOf(amount, basisPoints))).toBe(exact)
      }),
    )
  })
})

describe('Splitting a total', () => {
  it.each([
    [1240000, 26, 47693, 47675],
    [1669475, 45, 37100, 37075],
    [1000000, 11, 90910, 90900],
    [730001, 5, 146001, 145997],
    [1053758, 16, 65860, 65858],
    [1035305, 48, 21569, 21562],
    [947655, 48, 19743, 19734],
    [617251, 10, 61726, 61717],
    [1534567, 10, 153457, 153454],
    [30000, 10, 3000, 3000],
    [500, 1, 500, 500],
    [0, 3, 0, 0],
    [6, 4, 2, 0],
  ])('%d cents in %d parts are %d each and %d for the last', (total, count, each, last) => {
    expect(splitEvenly(cents(total), count)).toEqual({ each, last })
  })

  it('ten cents cannot be paid in seven parts', () => {
    expect(splitEvenly(cents(10), 7)).toBeUndefined()
  })

  it.each([0, -1, 1.5, NaN])('%d parts are refused', (count) => {
    expect(() => splitEvenly(cents(100), count)).toThrow(RangeError)
  })

  it('a negative total is refused', () => {
    expect(() => splitEvenly(cents(-1), 2)).toThrow(RangeError)
  })

  it('the parts sum to the total, none is negative and the last is never larger', () => {
    fc.assert(
      fc.property(anyTotal, fc.integer({ min: 1, max: 120 }), (total, count) => {
        const parts = splitEvenly(total, count)
        if (parts === undefined) return
        expect((count - 1) * parts.each + parts.last).toBe(total)
        expect(parts.last).toBeGreaterThanOrEqual(0)
        expect(parts.last).toBeLessThanOrEqual(parts.each)
      }),
    )
  })

  it('a total is refused only when it is too small for the number of parts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }).map(cents),
        fc.integer({ min: 1, max: 120 }),
        (total, count) => {
          if (splitEvenly(total, count) === undefined) expect(total).toBeLessThan((count - 1) ** 2)
        },
      ),
    )
  })
})

describe('Showing money', () => {
  it.each([
    [1234.5, 'AU', '$1,234.50'],
    [1234.5, 'UK', '£1,234.50'],
    ['1234.5', 'AU', '$1,234.50'],
    [-1234.5, 'AU', '-$1,234.50'],
    ['-1234.5', 'UK', '-£1,234.50'],
    [0, 'AU', '$0.00'],
    [-0, 'AU', '$0.00'],
    [1234567.89, 'UK', '£1,234,567.89'],
  ] as const)('%o in %s reads %s', (value, region, text) => {
    expect(formatCurrency(value, region)).toBe(text)
  })

  it.each([
    [1234, 'AU', '$1,234'],
    [1234.5, 'AU', '$1,235'],
    [-1234, 'UK', '-£1,234'],
  ] as const)('%o in %s as a whole amount reads %s', (value, region, text) => {
    expect(formatCurrency(value, region, { whole: true })).toBe(text)
  })

  const notNumeric = [
    'abc',
    '',
    ' ',
    NaN,
    Infinity,
    null,
    undefined,
    '1e3',
    '0x10',
    '1,234.50',
    '9'.repeat(400),
  ]

  it.each(notNumeric)('%o is an invalid amount', (value) => {
    expect(formatCurrency(value, 'AU')).toBe('Invalid amount')
    expect(formatNumber(value)).toBe('Invalid amount')
  })

  it.each([true, {}, [5], 5n])('%o, which the types forbid, is an invalid amount', (value) => {
    expect(formatCurrency(value as never, 'AU')).toBe('Invalid amount')
  })

  it('cents cannot be shown by mistake as dollars', () => {
    // @ts-expect-error a Cents must pass through toDecimal first
    formatCurrency(cents(5), 'AU')
    expect(formatCurrency(toDecimal(cents(5)), 'AU')).toBe('$0.05')
  })

  it.each([
    [1234.5, '1234.50'],
    ['1234.5', '1234.50'],
    [-5, '-5.00'],
    [1234567.89, '1234567.89'],
  ])('%o as a plain number reads %s', (value, text) => {
    expect(formatNumber(value)).toBe(text)
  })
})
