/** The placeholders of a canned reply, which are filled in with facts about the family. */
export const placeholders = [
  'first name',
  'school',
  'next payment sum',
  'next payment day',
  'overdue sum',
  'overdue since',
  'balance',
  'account number',
] as const
export type Placeholder = (typeof placeholders)[number]

export type ReplyFacts = Partial<Record<Placeholder, string>>

const place = /\{([^{}]*)\}/g
const isPlaceholder = (name: string): name is Placeholder => placeholders.some((known) => known === name)

/** The reason why a canned reply cannot be saved: it has an unknown placeholder. */
export function whyNotCannedReply(body: string): string | undefined {
  const unknown = [...body.matchAll(place)].map(([, name = '']) => name).find((name) => !isPlaceholder(name))
  if (unknown !== undefined) {
    return `Nobody can fill in {${unknown}}. These can be: ${placeholders.map((name) => `{${name}}`).join(', ')}.`
  }
  return /[{}]/.test(body.replaceAll(place, '')) ? 'A { or } stands alone.' : undefined
}

/** Fills in the known facts. An unknown one stays a visible gap, which must be filled before sending. */
export function fillReply(body: string, facts: ReplyFacts): { text: string; missing: Placeholder[] } {
  const missing = new Set<Placeholder>()
  const text = body.replaceAll(place, (whole, name: string) => {
    if (!isPlaceholder(name)) return whole
    const value = facts[name]
    if (value === undefined) missing.add(name)
    return value ?? whole
  })
  return { text, missing: [...missing] }
}

/** The first unfilled placeholder in a text that is about to be sent. */
export function gapIn(text: string): string | undefined {
  return [...text.matchAll(place)].find(([, name = '']) => isPlaceholder(name))?.[0]
}
