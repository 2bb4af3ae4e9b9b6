import { describe, expect, it } from 'vitest'
import {
  brandOf,
  checkCvc,
  checkExpiry,
  checkNumber,
  formatCvc,
  formatExpiry,
  formatNumber,
  messageOf,
  readExpiry,
} from './frames/card-rules.js'

describe('a card number', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242', 'visa'],
    ['4242 4242-4242.4242 99', '4242 4242 4242 4242', 'visa'],
    ['5555555555554444', '5555 5555 5555 4444', 'mastercard'],
    ['2223003122003222', '2223 0031 2200 3222', 'mastercard'],
    ['2720990000000007', '2720 9900 0000 0007', 'mastercard'],
    ['2721000000000000', '2721 0000 0000 0000', 'unknown'],
    ['378282246310005', '3782 822463 10005', 'amex'],
    ['30569309025904', '3056 930902 5904', 'diners'],
    ['6011111111111117', '6011 1111 1111 1117', 'discover'],
    ['3566002020360505', '3566 0020 2036 0505', 'jcb'],
    ['6200000000000005', '6200 0000 0000 0005', 'unionpay'],
    ['42424', '4242 4', 'visa'],
    ['37828', '3782 8', 'amex'],
    ['', '', 'unknown'],
  ])('%s is shown as "%s" and recognised as %s', (typed, shown, brand) => {
    expect(formatNumber(typed)).toBe(shown)
    expect(brandOf(typed)).toBe(brand)
  })

  it.each([
    ['4242 4242 4242 4242', undefined],
    ['3782 822463 10005', undefined],
    ['4242 4242 4242 4241', 'Your card number is invalid.'],
    ['3782 822463 10006', 'Your card number is invalid.'],
    ['4242 4242 4242 424', 'Your card number is incomplete.'],
    ['3782 822463 1000', 'Your card number is incomplete.'],
    ['', 'Your card number is incomplete.'],
  ])('"%s": %s', (text, message) => {
    const { complete, code } = checkNumber(text)
    expect(complete).toBe(message === undefined)
    expect(code && messageOf(code)).toBe(message)
  })
})

describe('an expiry date', () => {
  it.each([
    ['1', '1'],
    ['12', '12 / '],
    ['5', '05 / '],
    ['13', '01 / 3'],
    ['1/', '01 / '],
    ['1234', '12 / 34'],
    ['12 / 34', '12 / 34'],
    ['12/2034', '12 / 34'],
    ['7/2030', '07 / 30'],
    ['12 / 345', '12 / 34'],
    ['', ''],
  ])('typed as "%s" becomes "%s"', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown)
  })

  it.each([
    ['12 /', '12'],
    ['12 / 3', '12 / 3'],
    ['1', '1'],
  ])('lets the slash be deleted: "%s" becomes "%s"', (left, shown) => {
    expect(formatExpiry(left, true)).toBe(shown)
  })

  it.each([
    ['06 / 27', undefined],
    ['07 / 27', undefined],
    ['06 / 77', undefined],
    ['05 / 27', "Your card's expiration date is in the past."],
    ['12 / 26', "Your card's expiration year is in the past."],
    ['01 / 78', "Your card's expiration year is invalid."],
    ['00 / 30', "Your card's expiration month is invalid."],
    ['06 / 2', "Your card's expiration date is incomplete."],
    ['', "Your card's expiration date is incomplete."],
  ])('in June 2027 "%s": %s', (text, message) => {
    const { complete, code } = checkExpiry(text, new Date('2027-06-30T23:59:59Z'))
    expect(complete).toBe(message === undefined)
    expect(code && messageOf(code)).toBe(message)
  })

  it('is parsed as a month and a four-digit year', () => {
    expect(readExpiry('03 / 31')).toEqual({ month: 3, year: 2031 })
  })
})

describe('a security code', () => {
  it.each([
    ['12345', 'visa', '123'],
    ['12345', 'amex', '1234'],
    ['12345', 'unknown', '1234'],
    ['1a2', 'visa', '12'],
  ])('%s of %s is cut to %s', (typed, brand, shown) => {
    expect(formatCvc(typed, brand)).toBe(shown)
  })

  it.each([
    ['123', 'visa', undefined],
    ['1234', 'amex', undefined],
    ['123', 'unknown', undefined],
    ['1234', 'unknown', undefined],
    ['12', 'visa', 'incomplete_cvc'],
    ['123', 'amex', 'incomplete_cvc'],
    ['1234', 'visa', 'invalid_cvc'],
  ])('%s of %s: %s', (text, brand, code) => {
    expect(checkCvc(text, brand).code).toBe(code)
  })
})
