import { createHash } from 'node:crypto'

/** A statement whose values travel apart from its text, so that no value can become SQL. */
export type Statement = { name: string; text: string; values: unknown[] }

const names = new WeakMap<TemplateStringsArray, { name: string; text: string }>()

/** `` sql`select … where id = ${id}` ``: each place becomes a numbered parameter of a prepared statement. */
export function sql(parts: TemplateStringsArray, ...values: unknown[]): Statement {
  let known = names.get(parts)
  if (!known) {
    const text = parts.reduce((whole, part, place) => `${whole}$${place}${part}`)
    known = { text, name: createHash('sha256').update(text).digest('base64url').slice(0, 24) }
    names.set(parts, known)
  }
  return { ...known, values }
}
