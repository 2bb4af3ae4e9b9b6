/** What a canned reply can leave open: it is filled in from how the family stands. */
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

/** Why a canned reply cannot be saved: it has a place that nobody can fill. */
export function whyNotCannedReply(body: string): string | undefined {
  const unknown = [...body.matchAll(place)].map(([, name = '']) => name).find((name) => !isPlaceholder(name))
  if (unknown !== undefined) {
    return `Nobody can fill in {${unknown}}. These can be: ${placeholders.map((name) => `{${name}}`).join(', ')}.`
  }
  return /[{}]/.test(body.replaceAll(place, '')) ? 'A { or } stands alone.' : undefined
}

/** With what is known filled in; what is not stays a visible gap, which has to be filled before it is sent. */
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

/** A gap that is left in what somebody is about to send. */
export function gapIn(text: string): string | undefined {
  return [...text.matchAll(place)].find(([, name = '']) => isPlaceholder(name))?.[0]
}
