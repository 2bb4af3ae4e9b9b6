import { parseAmount, type Cents } from '#domain/money.ts'

/**
 * Reads what people type for an amount: thousands may be grouped by commas, the currency's sign may come along
 * from where it was copied. A comma that groups anything but three digits is not guessed at: "1,23" may be meant
 * as a decimal. Undefined for whatever is not an amount.
 */
export function readAmount(text: string): Cents | undefined {
  return parseAmount(withoutGrouping(text.trim().replace(/^[$£]\s*/, '')))
}

function withoutGrouping(text: string): string {
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text
}
