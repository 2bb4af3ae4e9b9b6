/** What remains of typed or pasted text in a field for digits only. */
export function digitsOf(text: string, maxLength: number): string {
  return text.replace(/\D/g, '').slice(0, maxLength)
}
