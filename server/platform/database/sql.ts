import { createHash } from 'node:crypto'

/**
 * A statement whose values are sent apart from its text, so that no value can become SQL. Only `sql` creates one:
 * request data never becomes part of a statement's text.
 */
class Statement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]

  constructor({ name, text }: PreparedText, values: unknown[]) {
    this.name = name
    this.text = text
    this.values = values
  }
}
export type { Statement }

type PreparedText = { name: string; text: string }

const preparedTexts = new WeakMap<TemplateStringsArray, Map<string, PreparedText>>()

/**
 * `` sql`select … where id = ${id}` ``: each value becomes a numbered parameter of a prepared statement. A nested
 * statement becomes part of the whole, with its own parameters.
 */
export function sql(parts: TemplateStringsArray, ...values: unknown[]): Statement {
  const inner: Statement[] = []
  const all: unknown[] = []
  for (const value of values) {
    if (value instanceof Statement) {
      inner.push(value)
      all.push(...value.values)
    } else {
      // The driver would write the date in local time.
      all.push(value instanceof Date ? value.toISOString() : value)
    }
  }
  return new Statement(prepared(parts, values, inner), all)
}

function prepared(parts: TemplateStringsArray, values: unknown[], inner: Statement[]): PreparedText {
  let variants = preparedTexts.get(parts)
  if (!variants) preparedTexts.set(parts, (variants = new Map()))
  const variant = inner.map(({ name }) => name).join()
  let entry = variants.get(variant)
  if (!entry) {
    const text = textOf(parts, values)
    entry = { text, name: createHash('sha256').update(text).digest('base64url').slice(0, 24) }
    variants.set(variant, entry)
  }
  return entry
}

function textOf(parts: TemplateStringsArray, values: unknown[]): string {
  let count = 0
  return parts.reduce((whole, part, index) => {
    const value = values[index - 1]
    if (!(value instanceof Statement)) return `${whole}$${(count += 1)}${part}`
    const before = count
    count += value.values.length
    return whole + value.text.replaceAll(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`) + part
  })
}
