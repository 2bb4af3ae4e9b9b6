/** The digits of typed or pasted text. */
export function digitsOf(text: string, maxLength: number): string {
  return text.replace(/\D/g, '').slice(0, maxLength)
}
