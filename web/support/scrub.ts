/** Secrets that must never be in an error report. The server scrubs it again. */
const secrets: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // Queries and fragments: log-in links carry their token there. A stack's ":line:column" stays.
  [/((?:https?:\/\/|\/)[^\s?#"'()]*)[?#][^\s"'():]*/g, '$1'],
  // The address of a calendar feed is enough to read it.
  [/(\/api\/calendar\/)[\w-]+/g, '$1[key]'],
  [/[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, '[token]'],
  [/\bBearer\s+\S+/gi, 'Bearer [token]'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]'],
  // Card, account and mobile numbers.
  [/\+?\d(?:[ -]?\d){7,}/g, '[number]'],
]

export function scrub(text: string): string {
  return secrets.reduce((scrubbed, [pattern, replacement]) => scrubbed.replace(pattern, replacement), text)
}
