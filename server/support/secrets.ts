/**
 * An error report may quote anything the browser had at hand. Credentials, payment data and contact details are removed
 * before it is stored, even if the browser has already done so. Strangers choose the text, so no pattern may look far
 * ahead from every position.
 */
const secrets: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\beyJ[\w-]{8,}(\.[\w-]*){0,4}/g, '[token]'],
  // The address of a calendar is all that it takes to read it.
  [/(\/api\/calendar\/)[\w-]+/g, '$1[key]'],
  [/\bbearer\s+[^\s"',;]+/gi, 'Bearer [token]'],
  // In an address, a form or a JSON text.
  [/(\w{0,30}(?:token|request|secret|password|otp|key))=[^\s&#"'<>)]+/gi, '$1=[secret]'],
  [/"(\w{0,30}(?:token|secret|password|otp|key))"\s{0,4}:\s{0,4}"[^"]*"?/gi, '"$1":"[secret]"'],
  [/\b(otp\W{1,4})\d{6}(?!\d)/gi, '$1[secret]'],
  [/[^\s@%/<>"'(),;:=&]{1,64}(?:@|%40)[^\s@%/<>"'(),;:=&]{1,100}\.[a-z]{2,}/gi, '[e-mail]'],
]

export function withoutSecrets(text: string): string {
  const scrubbed = secrets.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), text)
  return scrubbed.replaceAll(idOrDigits, withoutCard)
}

/** An id is taken as a whole: its middle may be sixteen digits that pass the check of a card. */
const idOrDigits = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\d+(?:[ -]\d+)*/gi

/** Digits with or without gaps. Dates are none of these lengths, or do not pass the check. */
function withoutCard(found: string): string {
  if (/[a-f]/i.test(found)) return found
  const groups = found.split(/[ -]/)
  return groups.some((_, index) => beginsWithCard(groups, index)) ? '[card]' : found
}

function beginsWithCard(groups: readonly string[], from: number): boolean {
  let number = ''
  for (let index = from; index < groups.length && number.length < 19; index += 1) {
    number += groups[index]
    if (isCard(number)) return true
  }
  return false
}

function isCard(digits: string): boolean {
  return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)
}

/** The check digit that every card number ends with. */
function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number).reduceRight(
    ({ total, isDoubled }, digit) => {
      const value = digit * (isDoubled ? 2 : 1)
      return { total: total + (value > 9 ? value - 9 : value), isDoubled: !isDoubled }
    },
    { total: 0, isDoubled: false },
  )
  return sum.total % 10 === 0
}
