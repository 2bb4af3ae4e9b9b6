import { digitsOf } from './ids.ts'

/** A customer reference number whose last digit checks the others by the rule MOD10V01. */
export function bpayReference(seed: string): string {
  const number = digitsOf(9, seed, 'bpay')
  return number + checkDigit(number)
}

function checkDigit(number: string): string {
  const sum = Array.from(number)
    .toReversed()
    .map((digit, place) => Number(digit) * (place % 2 === 0 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return String((10 - (sum % 10)) % 10)
}
