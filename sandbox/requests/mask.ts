const secretName = /authorization|cookie|api[-_]?key|secret|token|password|cvc|signature/i

export function maskHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const shown = Object.entries(headers).map(([name, value]) => {
    const text = String(value)
    return [name, secretName.test(name) ? text.replace(/^(Basic |Bearer |).*$/s, '$1••••') : text]
  })
  return Object.fromEntries(shown)
}

/** Fields with the number of a licence or passport. */
const documentNumber = /("(?:idNumber|kvpValue)"\s*:\s*)"((?:[^"\\]|\\.)*)"/g

/**
 * Masks the values of secret fields, document numbers except for their last three characters, and card numbers except
 * for their last four digits.
 */
export function maskBody(body: string): string {
  const withoutSecrets = body
    .replaceAll(documentNumber, (_, start: string, number: string) => `${start}"${lastThree(number)}"`)
    .replaceAll(/("([^"\\]+)"\s*:\s*)"(?:[^"\\]|\\.)*"/g, (whole, start: string, name: string) =>
      secretName.test(name) ? `${start}"••••"` : whole,
    )
    .replaceAll(/(^|&)([^&=\s]+)=([^&\s]*)/g, (whole, start: string, name: string) =>
      secretName.test(name) ? `${start}${name}=••••` : whole,
    )
  return withoutSecrets.replaceAll(/(?<!\d)\d(?:[ +-]?\d){12,18}(?!\d)/g, (digits) =>
    isCardNumber(digits.replaceAll(/\D/g, '')) ? `•••• ${digits.slice(-4)}` : digits,
  )
}

const lastThree = (number: string) => `••••${number.length > 3 ? number.slice(-3) : ''}`

function isCardNumber(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
