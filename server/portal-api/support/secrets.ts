/** Part of an e-mail: neither a gap nor a character that separates the parts of an address, a form or a JSON text. */
const part = String.raw`[^\s@%/<>"'(),;:=&]`
const domain = String.raw`(?:@|%40)${part}{1,100}\.[a-z]{2,}`

/**
 * An error report may quote anything the browser had at hand. Credentials, payment data and contact details are removed
 * before it is stored, even if the browser has already done so. Strangers choose the text, so no pattern may look far
 * ahead from every position: each begins with a fixed word, or only at the beginning of a run of characters.
 */
export const secrets: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\beyJ[\w-]{8,}(\.[\w-]*){0,4}/g, '[token]'],
  // Anyone with the address of a calendar can read it.
  [/(\/api\/calendar\/)[\w-]+/g, '$1[key]'],
  [/\bbearer\s+[^\s"',;]+/gi, 'Bearer [token]'],
  // Secrets in an address, a form or a JSON text. Names may have any prefix: sessionToken, client_secret.
  [/(token|request|secret|password|otp|key)=[^\s&#"'<>)]+/gi, '$1=[secret]'],
  [/(token|secret|password|otp|key)"\s{0,4}:\s{0,4}"[^"]*"?/gi, '$1":"[secret]"'],
  [/\b(otp\W{1,4})\d{6}(?!\d)/gi, '$1[secret]'],
  // Includes addresses that follow in the same run, because the next match could not begin in its middle.
  [new RegExp(`(?<!${part})${part}+${domain}(?:${part}*${domain})*`, 'gi'), '[e-mail]'],
]

export function withoutSecrets(text: string): string {
  const scrubbed = secrets.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), text)
  return scrubbed.replaceAll(idOrDigits, withoutCard)
}

/** An id is taken as a whole: its middle may be sixteen digits that pass the check of a card. */
const idOrDigits = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\d+(?:[ -]\d+)*/gi

/** Digits with or without gaps. Dates are none of these lengths, or do not pass the check. */
function withoutCard(digits: string): string {
  if (/[a-f]/i.test(digits)) return digits
  const groups = digits.split(/[ -]/)
  return groups.some((_, index) => beginsWithCard(groups, index)) ? '[card]' : digits
}

const [shortest, longest] = [13, 19]

/** Each digit is looked at once: the check is carried on from group to group. */
function beginsWithCard(groups: readonly string[], from: number): boolean {
  let check = noDigits
  for (let index = from; index < groups.length; index += 1) {
    const group = groups[index] ?? ''
    if (check.count + group.length > longest) return false
    for (const digit of group) check = withDigit(check, Number(digit))
    if (check.count >= shortest && check.sum % 10 === 0) return true
  }
  return false
}

/** The sum that the check digit of every card number completes, and the one if another digit follows. */
type LuhnCheck = { count: number; sum: number; sumIfMore: number }

const noDigits: LuhnCheck = { count: 0, sum: 0, sumIfMore: 0 }

function withDigit({ count, sum, sumIfMore }: LuhnCheck, digit: number): LuhnCheck {
  const doubled = digit > 4 ? digit * 2 - 9 : digit * 2
  return { count: count + 1, sum: sumIfMore + digit, sumIfMore: sum + doubled }
}
