import { fieldRefusal } from '#domain/refusal.ts'

/** Deeper than any request of the contract, and far from where a recursive schema would exhaust the stack. */
const maxDepth = 32

/**
 * Refuses a part of a request that the database cannot store, including its keys: neither text nor JSON there accepts
 * a zero character, and JSON does not accept half of a surrogate pair.
 */
export function refuseUnstorable(parts: Record<string, unknown>): void {
  for (const [name, part] of Object.entries(parts))
    if (!isStorable(part, 0))
      throw fieldRefusal({ [name]: 'This holds a character that is not text, or is nested too deeply' })
}

function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  if (depth >= maxDepth) return false
  return Object.entries(value).every(([key, part]) => isStorable(key, depth) && isStorable(part, depth + 1))
}
