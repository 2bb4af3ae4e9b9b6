/**
 * BPAY. A customer pays from their own bank and names us by a biller code and themselves by a reference: two to
 * twenty digits, of which the last checks the others, so that a bank refuses most slips of the finger at once.
 */
export const checkDigitRules = ['MOD10V01', 'MOD10V05'] as const
export type CheckDigitRule = (typeof checkDigitRules)[number]

const ourRule: CheckDigitRule = 'MOD10V01'

/** The digit that a bank expects after this number. */
export function checkDigit(number: string, rule: CheckDigitRule): string {
  if (!/^[0-9]{1,19}$/.test(number)) throw new RangeError('a number has one to nineteen digits')
  const digits = Array.from(number, Number)
  return String(rule === 'MOD10V01' ? luhn(digits) : byPosition(digits))
}

function luhn(digits: readonly number[]): number {
  const sum = digits
    .toReversed()
    .map((digit, index) => (index % 2 === 0 ? digit * 2 : digit))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return (10 - (sum % 10)) % 10
}

function byPosition(digits: readonly number[]): number {
  return digits.reduce((total, digit, index) => total + digit * (index + 1), 0) % 10
}

/** A number made into a reference. Different numbers give different references. */
export function bpayReference(number: string): string {
  return number + checkDigit(number, ourRule)
}

/** Whether this can be a reference of ours; only the accounts know whether it is one. */
export function isBpayReference(text: string): boolean {
  return /^[0-9]{2,20}$/.test(text) && bpayReference(text.slice(0, -1)) === text
}

/**
 * The reference of a new account. The digits of its short id are taken as they are, never padded: short ids differ,
 * and so do the references.
 */
export function referenceForAccount(shortId: string): string {
  const [, number] = /^LW([0-9]{1,19})$/.exec(shortId) ?? []
  if (number === undefined) throw new RangeError(`${shortId} is not a short id`)
  return bpayReference(number)
}

/** "3104 2041 8827": long numbers are copied by eye in fours. */
export function inFours(reference: string): string {
  return reference.replaceAll(' ', '').replace(/(\d{4})(?=\d)/g, '$1 ')
}
