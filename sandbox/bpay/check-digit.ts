/**
 * MOD10V01, the check-digit rule of the sandbox's billers: every second digit from the right is doubled, and the sum
 * ends in zero.
 */
export function hasCheckDigit(crn: string): boolean {
  const sum = Array.from(crn)
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1))
    .reduce((total, value) => total + Math.floor(value / 10) + (value % 10), 0)
  return crn.length >= 2 && sum % 10 === 0
}
