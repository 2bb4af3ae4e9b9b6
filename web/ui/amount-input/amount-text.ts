import { parseAmount, type Cents } from '#domain/money.ts'

/**
 * Parses a typed amount. Commas may group thousands, and a pasted currency sign is allowed. A comma that does not
 * group three digits is not guessed at: "1,23" may be a decimal. Undefined for anything that is not an amount.
 */
export function readAmount(text: string): Cents | undefined {
  return parseAmount(withoutGrouping(text.trim().replace(/^[$£]\s*/, '')))
}

function withoutGrouping(text: string): string {
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text
}
